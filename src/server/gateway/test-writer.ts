/** A client that writes to a running gateway and remembers what was accepted. */
import * as v from 'valibot';
import { expect } from 'vitest';
import { eventPageSchema, eventsSearch, inboxSchema } from '../../contract/inbox';
import { operations } from '../../contract/operations';

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
        const told = await subscriptionStore(address);
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
async function subscriptionStore(address: string): Promise<Set<string>> {
  const told = new Set<string>();
  try {
    const opened = await fetch(`${address}/gateway/inbox`, {
      method: 'POST',
      headers,
      body: '{"environment":"embedded"}',
    });
    const { inbox, token } = v.parse(inboxSchema, await opened.json());
    let after = 0;
    for (let more = true; more; ) {
      const search = eventsSearch({ environment: 'embedded', inbox, after });
      const response = await fetch(`${address}/gateway/events?${search}`, { headers: { 'x-inbox-token': token } });
      const page = v.parse(eventPageSchema, await response.json());
      for (const { id, body } of page.events) {
        told.add((JSON.parse(body) as { trace_id: string }).trace_id);
        after = id;
      }
      more = page.more;
    }
  } catch {
    // Not there, or not yet: looked for again.
  }
  return told;
}
