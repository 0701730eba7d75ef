/** What is tested on PGlite every time, on Debian's Postgres too, each on a database of its own. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database';
import { findPostgres, openTestPostgres, type TestPostgres } from './test-postgres';

const found = findPostgres();
const reason = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(reason !== '')(`on Postgres${reason}`, () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    if ('bin' in found) postgres = await openTestPostgres(found.bin);
  });
  afterAll(() => postgres?.remove());

  it.each([
    ['unit', 'src/server/database/database.test.ts'],
    ['unit', 'src/server/gateway/inbox/inbox.test.ts'],
    ['contract', 'src/server/service/contract-suite/reads.test.ts'],
    ['contract', 'src/server/service/contract-suite/updates.test.ts'],
    ['contract', 'src/server/service/contract-suite/life.test.ts'],
  ])('%s tests of %s', async (project, file) => {
    const database = await openDatabase({ dataDir: '', databaseUrl: postgres.url });
    const name = `of_${file.replace(/\W/g, '_')}`;
    await database.query(`create database ${name}`);
    await database.close();
    const url = new URL(postgres.url);
    url.pathname = name;
    const { code, said } = await runTests(project, file, url.href);
    expect(said).toMatch(/Tests .*\d+ passed/);
    expect(code, said).toBe(0);
  });
});

function runTests(project: string, file: string, databaseUrl: string): Promise<{ code: number | null; said: string }> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', project, file], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { ...process.env, LONG_TESTS: '', VITEST: '', BASE_URL: '', TEST_DATABASE_URL: databaseUrl, NO_COLOR: '1' },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}
