import { defaultExclude, defineConfig } from 'vitest/config';

const CONTRACT = 'src/service/contract.test.ts';
const LONG = '{src,scripts}/**/*.long.test.{ts,tsx,mjs}';

/** `LONG_TESTS=1` runs the long tests and nothing else. */
const long = Boolean(process.env.LONG_TESTS);

export default defineConfig({
  test: {
    // Two also where there are two cores: much of their time is spent waiting for databases and programs that they start.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: long ? [LONG] : ['{src,scripts}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...defaultExclude, CONTRACT, ...(long ? [] : [LONG])],
          environment: 'node',
          testTimeout: long ? 600_000 : 60_000,
          // On a machine that does other things as well, opening a database takes its time.
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'contract',
          include: long ? [] : [CONTRACT],
          environment: 'node',
          // Vite puts a path of its own into BASE_URL before the tests can read it.
          env: { CONTRACT_BASE_URL: process.env.BASE_URL ?? '' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
