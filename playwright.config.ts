import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

/** `npm test` chooses a free port and a folder; run alone, the tests take these. The data of the memory database end with the server. */
const port = process.env.E2E_PORT ?? '4530';
const dataDir = process.env.E2E_DATA_DIR ?? 'memory://';
const chromium = await findChromium();
// Kept for the workers, which read this file again.
if (chromium !== null) process.env.CHROMIUM_PATH = chromium;
// The tests read them from the environment too.
process.env.DEMO_API_KEY ??= 'demo-key-of-the-end-to-end-tests';
process.env.DEMO_APP_ID ??= 'app-of-the-end-to-end-tests';
process.env.DEMO_APP_SECRET ??= 'secret-of-the-end-to-end-tests';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // On a machine that is shared, a second try tells what is slow from what is broken; it is counted and named.
  retries: process.env.CI ? 1 : 0,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    trace: 'retain-on-failure',
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
  webServer: {
    command: 'node dist/server/main.js',
    url: `http://127.0.0.1:${port}/healthz`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PUBLIC_URL: '',
      UPSTREAMS: '',
      CONFIG: '',
      DATABASE_URL: '',
    },
  },
});
