/** What a database in a folder has answered is there after a power cut. */
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openDatabase } from './database';
import { copyInitialised } from './test-database';
import { testFolder } from './test-folder';

const scratch = testFolder();

/** The thread of a database in a folder, of which a shadow keeps what is synced. */
function threadWithShadow(folder: string, shadow: string) {
  const preload = fileURLToPath(new URL('test-shadow-disk.mjs', import.meta.url));
  const worker = new Worker(createRequire(import.meta.url).resolve('#pglite-thread'), {
    workerData: { folder, shadow, programs: {}, settings: [], left: new Int32Array(new SharedArrayBuffer(4)) },
    execArgv: ['--import', preload],
  });
  const waiting = new Map<number, (fault?: string) => void>();
  worker.on('message', (reply: { call: number; fault?: string }) => waiting.get(reply.call)?.(reply.fault));
  return {
    ask: (kind: 'open' | 'query', text = '') =>
      new Promise<void>((resolve, reject) => {
        const call = waiting.size + 1;
        waiting.set(call, (fault) => (fault === undefined ? resolve() : reject(new Error(fault))));
        worker.postMessage({ call, kind, text, params: [] });
      }),
    end: () => worker.terminate(),
  };
}

it('what was committed before, between and after checkpoints is there with the synced parts of the files alone', async () => {
  const made = join(scratch, 'made');
  copyInitialised(made);
  const [folder, after] = [join(made, 'pg'), join(scratch, 'after')];
  cpSync(folder, join(after, 'pg'), { recursive: true });
  const { ask, end } = threadWithShadow(folder, join(after, 'pg'));
  const put = (from: number, to: number, bytes: number) =>
    ask(
      'query',
      `insert into kept select n, repeat(md5(n::text), ${bytes / 32}) from generate_series(${from}, ${to}) n
       on conflict (id) do update set body = kept.body || '+'`,
    );
  await ask('open');
  await ask('query', 'create table kept (id int primary key, body text)');
  await put(1, 4, 320);
  // Each writes pages, and removes the log that had them.
  for (const from of [1000, 2000]) {
    await ask('query', 'checkpoint');
    await put(from, from + 799, 1600);
  }
  await put(3, 6, 320);
  // The power is cut in the middle of a statement.
  void ask('query', 'update kept set body = null').catch(() => undefined);
  await end();

  const database = await openDatabase({ dataDir: after });
  expect(
    await database.query(
      `select count(*)::int as rows, count(*) filter (where body like '%+')::int as changed, sum(length(body))::int as length from kept`,
    ),
  ).toEqual([{ rows: 6 + 1600, changed: 2, length: 6 * 320 + 2 + 1600 * 1600 }]);
  await database.close();
});
