import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readUpdateEvent } from '../../contract/events';
import { parseJson } from '../../contract/json';
import { openDatabase } from '../database/database';
import { copyInitialised } from '../database/test-database';
import { ids } from './catalogue/catalogue';
import { createService } from './service';

const tableId = ids.table(2);
const fieldId = ids.field(2, 1);
const batches = 100;
const itemsInBatch = 10;

/** In the package whose other packages the built process imports. */
const built = fileURLToPath(new URL('../../../dist/durability', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durability-'));
  copyInitialised(folder);
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('test-durability-child.ts', import.meta.url)),
      outDir: built,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(built, { recursive: true, force: true });
});

/** Runs the process from a batch on; kills it once so many were accepted. Returns the numbers of those that it told. */
async function runUntilKilled(first: number, killAfter: number): Promise<number[]> {
  const accepted: number[] = [];
  const args = [
    join(built, 'child.mjs'),
    folder,
    tableId,
    fieldId,
    String(first),
    String(batches),
    String(itemsInBatch),
  ];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  if (!child.stdout) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    accepted.push(Number(line.slice('accepted '.length)));
    if (accepted.length === killAfter) child.kill('SIGKILL');
  }
  expect(await ended).toBe('SIGKILL');
  return accepted;
}

it('applies every accepted item exactly once, whenever the process is killed', { timeout: 90_000 }, async () => {
  const accepted = await runUntilKilled(1, 37);
  accepted.push(...(await runUntilKilled((accepted.at(-1) ?? 0) + 2, 29)));
  expect(accepted.length).toBeGreaterThanOrEqual(37 + 29);

  const database = await openDatabase({ dataDir: folder });
  const service = await createService({
    database,
    clock: Date.now,
    deliver: async () => true,
    callbackAddress: () => 'test:',
    seed: 'small',
  });
  await service.start();
  const waiting = async () =>
    (
      await database.query<{ count: number }>(`select count(*)::int as count from update_batch where state = 'queued'`)
    )[0]?.count;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);

  const rows = await database.query<{ name: string; times: number }>(
    `select title as name, count(*)::int as times from dw_record where table_id = $1::bigint and title like 'batch %' group by title`,
    [tableId],
  );
  const times = new Map(rows.map((row) => [row.name, row.times]));
  for (const batch of accepted) {
    for (let item = 0; item < itemsInBatch; item += 1) expect(times.get(`batch ${batch} item ${item}`)).toBe(1);
  }
  // The one that was under way when the process was killed was never told to be accepted: it is there whole, or not at all.
  expect([...times.values()].every((count) => count === 1)).toBe(true);
  expect(times.size % itemsInBatch).toBe(0);

  const events = await database.query<{ body: string }>('select body from outbox');
  const told = events.map(({ body }) => readUpdateEvent(parseJson(body)));
  expect(new Set(told.map((event) => event?.trace_id)).size).toBe(events.length);
  expect(events.length * itemsInBatch).toBe(times.size);
  await service.stop();
  await database.close();
});
