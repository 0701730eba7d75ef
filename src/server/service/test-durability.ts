/** Processes that are killed while they send batches, and what has to be in the database after them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect } from 'vitest';
import { readBatchEvent } from '../../contract/events';
import { parseJson } from '../../contract/json';
import type { Queries } from '../database/database';
import { ids } from './catalogue/catalogue';

const itemsInBatch = 10;

/** In the package whose other packages the built process imports. */
const folderOf = (name: string) => fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url));

/** Builds the process that sends. @param name a folder of its own. @returns what removes it */
export async function buildSender(name: string): Promise<() => Promise<void>> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('test-durability-child.ts', import.meta.url)),
      outDir: folderOf(name),
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  return () => rm(folderOf(name), { recursive: true, force: true });
}

export interface Sender {
  /** Numbers of the batches reported as accepted. */
  accepted: number[];
  kill(): Promise<void>;
}

/**
 * A process that sends batches to a table, from one number on.
 * @param name of the folder that it was built into
 * @param place folder or address of the database
 */
export function startSender(
  name: string,
  place: string,
  table: number,
  first: number,
  onAccepted: (sender: Sender) => void = () => {},
): Sender & { ended: Promise<NodeJS.Signals | null> } {
  const args = [ids.table(table), ids.field(table, 1), first, first + 100_000, itemsInBatch].map(String);
  const child: ChildProcess = spawn(process.execPath, [join(folderOf(name), 'child.mjs'), place, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('the process has no output');
  // Closed only when all its output was read.
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  );
  const sender = {
    accepted: [] as number[],
    ended,
    async kill() {
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
    },
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    sender.accepted.push(Number(line.slice('accepted '.length)));
    onAccepted(sender);
  });
  return sender;
}

/** Expects every item of the accepted batches to be in a table once, nothing to be partial or duplicated, and each batch to be reported once. */
export async function expectEachOnce(
  { query }: Queries,
  table: number,
  accepted: readonly number[],
): Promise<{ records: number; events: number }> {
  const rows = await query<{ name: string; times: number }>(
    `select title as name, count(*)::int as times from dw_record where table_id = $1::bigint and title like 'batch %' group by title`,
    [ids.table(table)],
  );
  const times = new Map(rows.map((row) => [row.name, row.times]));
  const lost = accepted.filter((batch) =>
    Array.from({ length: itemsInBatch }, (_, item) => times.get(`batch ${batch} item ${item}`)).includes(undefined),
  );
  expect(lost).toEqual([]);
  // One that was running at the kill was never reported as accepted: it is there completely, or not at all.
  expect([...times].filter(([, count]) => count !== 1)).toEqual([]);
  expect(times.size % itemsInBatch).toBe(0);
  const events = await query<{ body: string }>(
    'select event as body from update_batch where table_id = $1::bigint and event is not null',
    [ids.table(table)],
  );
  const told = events.map(({ body }) => readBatchEvent(parseJson(body)));
  expect(new Set(told.map((event) => event?.trace_id)).size).toBe(events.length);
  expect(events.length * itemsInBatch).toBe(times.size);
  return { records: times.size, events: events.length };
}
