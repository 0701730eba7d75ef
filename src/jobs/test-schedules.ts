import fc from 'fast-check';
import { expect } from 'vitest';
import { formatJson, type JsonObject, sameJson } from '../contract/json';
import { outcomes } from '../storage/job-rows';
import { countRows, sumOf } from './counts';
import { type Behaviour, behaviours } from './test-simulation';
import { type World, world } from './test-world';

export interface Kill {
  /** The tab ends at its n-th step, before or after the step took effect. */
  step: number;
  before: boolean;
}

/** What happens to one job: how the platform treats each call, where tabs are killed, whether events come, how rows find their records. */
export interface Schedule {
  platform: Behaviour[];
  kills: Kill[];
  withEvents: boolean;
  mode: 'update' | 'upsert';
}

/** Any schedule. */
export const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  platform: fc.array(fc.constantFrom(...behaviours), { minLength: 1, maxLength: 7 }),
  kills: fc.array(fc.record({ step: fc.integer({ min: 1, max: 40 }), before: fc.boolean() }), { maxLength: 3 }),
  withEvents: fc.boolean(),
  mode: fc.constantFrom('update', 'upsert'),
});

const records = 140;
const created = 110;

/** Three calls: of records that are there, and by key also of records that are not. */
async function addJob(here: World, mode: Schedule['mode']): Promise<string> {
  const ids = Array.from({ length: mode === 'update' ? records + created : records }, (_, index) =>
    String(1000 + index),
  );
  if (mode === 'update') return here.add(ids, (id) => ({ f: `new ${id}` }));
  const keys = [...ids.map((id) => `k${id}`), ...Array.from({ length: created }, (_, index) => `new${index}`)];
  return here.upsert(keys, (key) => ({ f: `new ${key}` }));
}

/** Whatever happens, wherever the tab is killed: nothing is called what it is not, nothing is lost, nothing is written twice. */
export async function holds({ platform, kills, withEvents, mode }: Schedule): Promise<void> {
  const here = world(platform, records + created, withEvents);
  const id = await addJob(here, mode);
  for (let tries = 0; ; tries += 1) {
    await here.run(tries === 0 ? kills : [], async () => {
      const { hold, open: left } = await here.job(id);
      return left === 0 || (hold !== null && hold.until === null);
    });
    if ((await here.job(id)).open === 0) break;
    expect(tries).toBeLessThan(20);
    await here.ledger.order(id, 'run');
  }
  await countsAddUp(here, id);
  await nothingIsWronglyCalled(here, id);
  // Whatever was still under way arrives: no record is there twice because of it.
  await here.elapse(600_000);
  const keys = [...here.platform.records.values()].map(({ k }) => k);
  expect(new Set(keys).size).toBe(keys.length);
}

async function countsAddUp(here: World, id: string): Promise<void> {
  const job = await here.job(id);
  const rows = await here.rows(id);
  expect(job.total).toBe(records + created);
  expect(sumOf(job.counts)).toBe(job.total);
  for (const { batch } of rows) expect(batch.counts).toEqual(countRows(batch.rows));
  for (const outcome of outcomes) {
    expect(job.counts[outcome]).toBe(rows.reduce((sum, { batch }) => sum + (batch.counts[outcome] ?? 0), 0));
  }
  expect(job.counts.accepted + job.counts.sending + job.counts['not-sent']).toBe(0);
}

async function nothingIsWronglyCalled(here: World, id: string): Promise<void> {
  const written = new Map<string, { fields: JsonObject; by: string }[]>();
  for (const entry of here.platform.written) written.set(entry.item_id, [...(written.get(entry.item_id) ?? []), entry]);
  const idOfKey = new Map([...here.platform.records].map(([itemId, { k }]) => [k, itemId]));
  for (const { batch, payload } of await here.rows(id)) {
    const sent = formatJson(payload.items[0] as never);
    const same = here.platform.calls.filter(({ items }) => formatJson(items[0] as never) === sent);
    expect(same.filter(({ tookNothing }) => !tookNothing).length).toBeLessThanOrEqual(1);
    for (const [index, row] of batch.rows.entries()) {
      const item = payload.items[index];
      const itemId = item?.item_id ?? idOfKey.get(item?.fields.k ?? '') ?? '';
      const writes = written.get(itemId) ?? [];
      const ours = writes.filter(({ by, fields }) => by === 'job' && sameJson(fields, item?.fields));
      expect(ours.length).toBeLessThanOrEqual(1);
      if (row.outcome === 'refused') expect(ours.length).toBe(0);
      if (row.outcome !== 'verified') continue;
      expect(ours.length).toBe(1);
      // The table holds what the plan says, unless somebody wrote after us.
      if (writes.at(-1)?.by === 'job') expect(here.platform.records.get(itemId)).toMatchObject(item?.fields ?? {});
      if (item?.item_id === null) expect(row.item_id).toBe(itemId);
    }
  }
}
