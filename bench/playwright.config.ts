import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

/** Measurements are tests of Playwright, one after the other: what another one does at the same time would be measured along. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  timeout: 600_000,
  reporter: './report.ts',
  use: {
    ...tests.use,
    trace: 'off',
    screenshot: 'off',
    viewport: { width: 1440, height: 900 },
    // What is not there by then is a fault.
    actionTimeout: 60_000,
  },
  projects: [
    { name: 'console', testMatch: 'console.bench.ts', repeatEach: 5 },
    { name: 'job', testMatch: 'job.bench.ts', repeatEach: 3 },
    { name: 'insight', testMatch: 'insight.bench.ts' },
    { name: 'server', testMatch: 'server.bench.ts' },
  ],
});
