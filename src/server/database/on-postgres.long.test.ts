/** What is tested on PGlite every time, also on Debian's Postgres, directly and behind its PgBouncer, each on its own database. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openDatabase } from './database';
import { contractFiles, expectToPass } from './test-files-on';
import { missingPgbouncer, openTestPgbouncer } from './test-pgbouncer';
import { findPostgres, openTestPostgres, type TestPostgres } from './test-postgres';

const found = findPostgres();
const reason = 'missing' in found ? found.missing : null;
const skipped = (reason: string | null) => (reason === null ? '' : ` (skipped: ${reason})`);
const inbox = ['unit', 'src/server/gateway/inbox/inbox.test.ts'] as const;

describe.skipIf(reason !== null)(`on Postgres${skipped(reason)}`, () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    if ('bin' in found) postgres = await openTestPostgres(found.bin);
  });
  afterAll(() => postgres?.remove());

  /** A database of that name, through the server at that address. */
  async function emptyDatabase(name: string, address: string): Promise<string> {
    const database = await openDatabase({ dataDir: '', databaseUrl: postgres.url });
    await database.query(`create database ${name}`);
    await database.close();
    const url = new URL(address);
    url.pathname = name;
    return url.href;
  }

  it.each([['unit', 'src/server/database/database.test.ts'], inbox, ...contractFiles] as const)(
    '%s tests of %s',
    async (project, file) => {
      await expectToPass(project, file, await emptyDatabase(`of_${file.replace(/\W/g, '_')}`, postgres.url));
    },
  );

  const without = reason === null ? missingPgbouncer() : reason;
  describe.skipIf(without !== null)(`behind a pooler of transactions${skipped(without)}`, () => {
    let pgbouncer: Awaited<ReturnType<typeof openTestPgbouncer>>;
    beforeAll(async () => {
      pgbouncer = await openTestPgbouncer(postgres.url);
    });
    afterAll(() => pgbouncer?.remove());

    it.each([inbox, ...contractFiles] as const)('%s tests of %s', async (project, file) => {
      await expectToPass(project, file, await emptyDatabase(`behind_${file.replace(/\W/g, '_')}`, pgbouncer.url));
    });
  });
});
