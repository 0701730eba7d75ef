/** A client that writes to a running gateway and remembers what was accepted. */
import * as v from 'valibot';
import { expect } from 'vitest';
import { inboxSchema } from '../../contract/inbox';
import { operations } from '../../contract/operations';
import { eventsOf } from './test-gateway';

export const WRITER_KEY = 'key-of-the-writer';
const headers = { 'open-authorization': `Bearer ${WRITER_KEY}`, 'content-type': 'application/json' };
/** The table "Cars" and its first field. */
const table = '2100000000000002';
const name = '2200000000020001';
const itemsInBatch = 5;

export type Writer = {
  /** Trace ids of the calls that were accepted. */
  accepted: Set<string>;
  /** Sends one batch. @returns whether it was accepted */
  write(address: string): Promise<boolean>;
  /** Sends batch after batch until stopped; a failed one was not accepted. */
  writeUntil(address: string, stopped: () => boolean): Promise<void>;
  /** Waits for the event of each accepted batch, and expects each of its records to exist once. */
  expectAll(address: string): Promise<void>;
};

export function createWriter(prefix: string): Writer {
  const accepted = new Set<string>();
  const batches: number[] = [];
  let batch = 0;
  const writer: Writer = {
    accepted,
    async write(address) {
      batch += 1;
      const number = batch;
      const items = Array.from({ length: itemsInBatch }, (_, item) => ({
        item_id: null,
        fields: { [name]: titleOf(number, item) },
      }));
      const body = operations.updateRecords.encode({ table_id: table, update_type: 'upsert', items });
      try {
        const signal = AbortSignal.timeout(20_000);
        const { path, method } = operations.updateRecords;
        const response = await fetch(address + path, { method, headers, body: JSON.stringify(body), signal });
        const answer = (await response.json()) as { code?: number; meta?: { trace_id: string } };
        if (answer.code !== 0 || answer.meta === undefined) return false;
        accepted.add(answer.meta.trace_id);
        batches.push(number);
        return true;
      } catch {
        return false;
      }
    },
    async writeUntil(address, stopped) {
      while (!stopped()) await writer.write(address);
    },
    async expectAll(address) {
      const missing = async () => {
        const told = await traceIdsTold(address);
        return [...accepted].filter((trace) => !told.has(trace)).length;
      };
      await expect.poll(missing, { timeout: 180_000, interval: 1000 }).toBe(0);
      for (const number of batches) {
        const filter = {
          and: [
            { field: name, query: { eq: Array.from({ length: itemsInBatch }, (_, item) => titleOf(number, item)) } },
          ],
        };
        const body = operations.listRecords.encode({ table_id: table, filter, limit: 100 });
        const { path } = operations.listRecords;
        const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
        const { data } = (await response.json()) as { data: unknown };
        expect(
          operations.listRecords
            .decode(data)
            .items.map(({ title }) => title)
            .sort(),
        ).toEqual(Array.from({ length: itemsInBatch }, (_, item) => titleOf(number, item)).sort());
      }
    },
  };
  return writer;

  function titleOf(number: number, item: number): string {
    return `${prefix} ${number} ${item}`;
  }
}

/** Trace ids of all events in the writer's inbox. */
async function traceIdsTold(address: string): Promise<Set<string>> {
  const get = (path: string, init: RequestInit) => fetch(address + path, init);
  try {
    const body = '{"environment":"embedded"}';
    const opened = await get('/gateway/inbox', { method: 'POST', headers, body });
    const events = await eventsOf(get, v.parse(inboxSchema, await opened.json()));
    return new Set(events.map(({ body }) => (JSON.parse(body) as { trace_id: string }).trace_id));
  } catch {
    // Not there, or not yet: looked for again.
    return new Set();
  }
}
