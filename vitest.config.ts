import { readdirSync, readFileSync } from 'node:fs';
import { defaultExclude, defineConfig } from 'vitest/config';

const CONTRACT = 'src/server/service/contract-suite/*.test.ts';
const CITUS = 'src/server/service/on-citus.test.ts';
const LONG = '{src,scripts}/**/*.long.test.{ts,tsx,mjs}';

/** Where `npm test` reads what became of each test. */
const report = process.env.TEST_REPORT;

/** `LONG_TESTS=1` runs the long tests and nothing else. */
const long = Boolean(process.env.LONG_TESTS);

/** Files that put a module in place of another: those that were loaded before them would keep the other. */
const mocking = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(path, 'utf8').includes('vi.mock('));

/**
 * Modules are loaded once for all files of a worker, which takes a third of the time: what a test puts in place of a global it takes back. Dexie looks for
 * a database once, as it is loaded, by whichever file comes first. A long file is on its own:
 * beside its minutes the seconds of loading do not count.
 */
const shared = { environment: 'node', isolate: long, setupFiles: 'fake-indexeddb/auto' } as const;

export default defineConfig({
  test: {
    // More than cores where there are two: much of their time is spent waiting for databases and programs that they start.
    maxWorkers: 3,
    retry: process.env.CI ? 1 : 0,
    globalSetup: 'src/server/database/test-database.ts',
    reporters: report ? ['default', 'json'] : ['default'],
    outputFile: report,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: long ? [LONG] : ['{src,scripts}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...defaultExclude, CONTRACT, CITUS, ...mocking, ...(long ? [] : [LONG])],
          testTimeout: long ? 600_000 : 60_000,
          // On a machine that does other things as well, opening a database takes its time.
          hookTimeout: 120_000,
        },
      },
      { test: { ...shared, name: 'mocking', isolate: true, include: long ? [] : mocking, testTimeout: 60_000 } },
      {
        test: {
          ...shared,
          name: 'contract',
          include: long ? [] : [CONTRACT],
          // Vite puts a path of its own into BASE_URL before the tests can read it.
          env: { CONTRACT_BASE_URL: process.env.BASE_URL ?? '' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Says in the names of its tests what it needs to be told, and is skipped without it.
      { test: { ...shared, name: 'citus', include: long ? [] : [CITUS], hookTimeout: 120_000 } },
    ],
  },
});
