import { resolve } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const chromium = await findChromium();
// Kept for the workers, which read this file again, and for their servers.
if (chromium !== null) process.env.CHROMIUM_PATH = chromium;
/** Where `npm test` reads what became of each test. */
const report = process.env.TEST_REPORT;
process.env.E2E_SCRATCH ??= resolve('dist', `browser-tests-${process.pid}`);
process.env.DEMO_API_KEY ??= 'demo-key-of-the-end-to-end-tests';
process.env.DEMO_APP_ID ??= 'app-of-the-end-to-end-tests';
process.env.DEMO_APP_SECRET ??= 'secret-of-the-end-to-end-tests';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // On a machine that is shared, a second try tells what is slow from what is broken; it is counted and named.
  retries: process.env.CI ? 1 : 0,
  // More than cores where there are two: much of their time is spent waiting.
  workers: 3,
  globalSetup: './e2e/server.ts',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    // A trace of every test takes a third of its processor time: of one that failed, run it again with `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium ?? undefined,
      args: [
        // The sandbox of a browser refuses root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
