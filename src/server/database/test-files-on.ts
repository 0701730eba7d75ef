import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** What is tested on PGlite every time and holds on every engine: vitest's project and the file. */
export const contractFiles = [
  ['contract', 'src/server/service/contract-suite/reads.test.ts'],
  ['contract', 'src/server/service/contract-suite/updates.test.ts'],
  ['contract', 'src/server/service/contract-suite/life.test.ts'],
] as const;

/** Runs the tests of a file on an empty database, and asks that all of them pass. */
export async function expectToPass(project: string, file: string, databaseUrl: string): Promise<void> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', project, file], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { ...process.env, LONG_TESTS: '', VITEST: '', BASE_URL: '', TEST_DATABASE_URL: databaseUrl, NO_COLOR: '1' },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(said).toMatch(/Tests .*\d+ passed/);
  expect(code, said).toBe(0);
}
