import fc from 'fast-check';
import { expect } from 'vitest';
import { formatJson, type JsonObject, sameJson } from '../../contract/json';
import type { UpdateItem } from '../../contract/records';
import type { JobRow } from '../../storage/job-rows';
import { outcomes } from '../../storage/outcomes';
import { countRows, sumOf } from '../table/job-state';
import { freshMs } from './fresh-call';
import { clockStart } from './test-clock';
import { type Behaviour, behaviours, type Circumstances, forgeries, readFailures } from './test-simulation';
import type { Disk, TabEnd } from './test-tab';
import { addressOf, type World, world } from './test-world';

/** How rows find their records: by id, by the field `k`, or by two fields together. */
type Mode = 'update' | 'upsert' | 'joint';

/** What another tab orders after this many steps: the tab that runs the job receives it, or dies first. */
interface Order {
  moment: number;
  order: 'pause' | 'run' | 'stop' | 'ask' | 'slower' | 'faster' | 'longer';
}

/** The events of one job: how the platform treats each call and read, how tabs end, when events arrive, what another tab orders. */
export interface Schedule extends Circumstances {
  platform: readonly Behaviour[];
  ends: readonly TabEnd[];
  withEvents: boolean;
  mode: Mode;
  orders?: readonly Order[];
  /** How the browser treats the n-th write of calls; at once after the last. */
  writes?: readonly ReturnType<Disk>[];
}

const moments = fc.constantFrom(0, 50, 2_000, 30_000, 120_000);

/** What someone else writes: existing records, in fields that the job writes and in others, and records with keys that the job creates. */
const somebody = fc.array(
  fc.record({
    after: fc.constantFrom(0, 20, 70, 300, 3_000, 40_000),
    at: fc.integer({ min: 0, max: 19 }),
    does: fc.constantFrom('changes' as const, 'changes-another-field' as const, 'creates' as const),
  }),
  { maxLength: 4 },
);

/** Any schedule. */
export const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  platform: fc.array(fc.constantFrom(...behaviours), { minLength: 1, maxLength: 7 }),
  ends: fc.array(
    fc.record({
      step: fc.integer({ min: 1, max: 40 }),
      how: fc.constantFrom('before' as const, 'after' as const, 'closed' as const),
    }),
    { maxLength: 3 },
  ),
  withEvents: fc.boolean(),
  lagMs: fc.constantFrom(0, 0, 500, 3_000, 8_000),
  mode: fc.constantFrom('update' as const, 'upsert' as const, 'joint' as const),
  events: fc.array(fc.array(moments, { maxLength: 3 }), { maxLength: 4 }),
  reads: fc.array(fc.option(fc.constantFrom(...readFailures)), { maxLength: 5 }),
  trustEvents: fc.boolean(),
  forged: fc.array(fc.option(fc.constantFrom(...forgeries)), { maxLength: 6 }),
  keyEndsAfter: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
  writes: fc.array(fc.constantFrom(null, null, null, 'slow' as const, 'full' as const), { maxLength: 12 }),
  somebody: somebody.map((writes) =>
    writes.map(({ after, at, does }): { after: number; item_id: string; fields: JsonObject } =>
      does === 'creates'
        ? { after, item_id: String(7000 + at), fields: { k: `new${at}`, ...freeAddress(at), f: 'theirs' } }
        : { after, item_id: String(1000 + at), fields: { [does === 'changes' ? 'f' : 'g']: 'theirs' } },
    ),
  ),
  orders: fc.array(
    fc.record({
      moment: fc.integer({ min: 0, max: 40 }),
      order: fc.constantFrom('pause', 'run', 'stop', 'ask', 'slower', 'faster', 'longer') as fc.Arbitrary<
        Order['order']
      >,
    }),
    { maxLength: 3 },
  ),
});

/** Ways of a call that are over when it is answered. */
const atOnce: readonly Behaviour[] = [
  'fails-before',
  'fails-after',
  'cut-before',
  'cut-after',
  'too-many',
  'too-many-applies',
  'too-many-says-when',
  'unreachable',
  'refuses',
  'refuses-applies',
];

/** One of five calls and one of five readings fails, in any way; tabs are killed. */
export const flakySchedule: fc.Arbitrary<Schedule> = fc.record({
  platform: fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constant('applies-before-answer' as const) }, fc.constantFrom(...atOnce)),
    { minLength: 12, maxLength: 12 },
  ),
  reads: fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(...readFailures)), {
    minLength: 80,
    maxLength: 80,
  }),
  ends: fc.array(
    fc.record({
      step: fc.integer({ min: 1, max: 40 }),
      how: fc.constantFrom('before' as const, 'after' as const, 'closed' as const),
    }),
    { maxLength: 3 },
  ),
  withEvents: fc.constant(false),
  mode: fc.constantFrom('update' as const, 'upsert' as const, 'joint' as const),
});

const records = 30;
const created = 20;
/** Few rows of many calls go the ways of many rows, sooner. */
const rowsOfCall = 10;

/** Five calls: of records that are there, and by key also of records that are not. */
async function addJob(here: World, mode: Mode): Promise<string> {
  const places = Array.from({ length: mode === 'update' ? records + created : records }, (_, index) => index);
  if (mode === 'update')
    return here.add(
      places.map((index) => String(1000 + index)),
      (id) => newValues(Number(id), `new ${id}`),
    );
  const fresh = Array.from({ length: created }, (_, index) => index);
  const value = (key: JsonObject): JsonObject => newValues(formatJson(key).length, `new ${formatJson(key)}`);
  if (mode === 'upsert') {
    return here.upsertBy(
      [...places.map((index) => ({ k: `k${1000 + index}` })), ...fresh.map((n) => ({ k: `new${n}` }))],
      value,
    );
  }
  return here.upsertBy([...places.map(addressOf), ...fresh.map(freeAddress)], value);
}

/** What a row writes: texts, lists, decimals, and fields that are cleared. */
function newValues(nth: number, text: string): JsonObject {
  return [{ f: text }, { f: null }, { f: text, list: ['1', '2'] }, { f: text, number: 12.25, list: [] }][nth % 4] ?? {};
}

/** The joint key of the n-th record that is created: half of them share a house with a record that is there. */
function freeAddress(n: number): { house: string; door: string } {
  return n % 2 === 0 ? { house: addressOf(n).house, door: 'attic' } : { house: `new ${n}`, door: 'left' };
}

/**
 * In every schedule, however the tabs end, nothing is misreported, lost or written twice.
 * @param findsAllWritten written rows are verified when the job ends, and not only after verifying again
 */
export async function holds(
  { platform, ends, withEvents, mode, orders = [], writes = [], ...about }: Schedule,
  { findsAllWritten = false } = {},
): Promise<void> {
  // Someone who creates a record knows only the key of this job.
  const others = mode === 'joint' ? ['k'] : ['house', 'door'];
  const somebody = about.somebody?.map(({ fields, ...write }) => ({
    ...write,
    fields: fields && Object.fromEntries(Object.entries(fields).filter(([name]) => !others.includes(name))),
  }));
  const here = world(platform, records + created, withEvents, { ...about, somebody }, rowsOfCall, writes);
  const id = await addJob(here, mode);
  const person = personAt(here, id, orders);
  for (let tries = 0; ; tries += 1) {
    await here.run(tries === 0 ? ends : [], person.looks);
    const { open, order } = await here.job(id);
    if (open === 0) break;
    expect(tries).toBeLessThan(20);
    if (order !== 'stop') await here.ledger.order(id, 'run');
  }
  await countsAddUp(here, id);
  await nothingIsWronglyCalled(here, id, findsAllWritten ? 'looked-again' : 'ended', about.lagMs);
  await noSilentOverwrites(here, id, about.lagMs);
  // Calls still running arrive long after the job has ended; then rows are verified again.
  await here.elapse(600_000);
  await here.ledger.prolong(id, here.clock.now() + 120_000);
  await here.run([], person.looksOn);
  await countsAddUp(here, id);
  await nothingIsWronglyCalled(here, id, 'looked-again');
  // No record is there twice because of it.
  const keys = [...here.platform.records.values()].map(({ k, house, door }) =>
    formatJson(mode === 'joint' ? [house ?? null, door ?? null] : (k ?? null)),
  );
  expect(new Set(keys).size).toBe(keys.length);
}

/** A user in another tab who gives the commands of a schedule, renews a refused key, and resumes everything in the end. */
function personAt(here: World, id: string, orders: readonly Order[]) {
  const renewed = new Set<string | null>();
  let moment = 0;
  const give = async ({ order }: Order): Promise<void> => {
    if (order === 'ask') await here.ledger.ask(id, here.clock.now() + 20_000);
    else if (order === 'slower') await here.ledger.pace(id, 0.2);
    else if (order === 'faster') await here.ledger.pace(id, 1);
    else if (order === 'longer') await here.ledger.prolong(id, here.clock.now() + 30_000);
    else await here.ledger.order(id, order);
  };
  const renew = ({ hold }: JobRow): void => {
    if (hold?.reason !== 'key-refused' || renewed.has(hold.trace_id)) return;
    renewed.add(hold.trace_id);
    here.platform.key = `renewed ${renewed.size}`;
  };
  const looksOn = async (): Promise<boolean> => {
    const job = await here.job(id);
    renew(job);
    return job.open === 0;
  };
  return {
    looksOn,
    async looks(): Promise<boolean> {
      moment += 1;
      const before = await here.job(id);
      if (before.open === 1 && before.order !== 'stop')
        for (const order of orders) if (order.moment === moment) await give(order);
      if (await looksOn()) return true;
      const { hold, order } = await here.job(id);
      if (order === 'stop') return false;
      const still = hold !== null && hold.until === null && hold.reason !== 'key-refused';
      return still || (order === 'pause' && orders.every((later) => later.moment < moment));
    },
  };
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
  expect(job.counts.accepted + job.counts.sending).toBe(0);
  if (job.order !== 'stop') expect(job.counts['not-sent']).toBe(0);
}

/** @param when after everything has arrived and was read again, every write is found */
async function nothingIsWronglyCalled(
  here: World,
  id: string,
  when: 'ended' | 'looked-again',
  lagMs = 0,
): Promise<void> {
  const { update_by_fields } = await here.job(id);
  const written = new Map<string, { fields: JsonObject; by: string; at: number }[]>();
  for (const entry of here.platform.written) written.set(entry.item_id, [...(written.get(entry.item_id) ?? []), entry]);
  const idOfKey = new Map(
    [...here.platform.records].map(([itemId, fields]) => [keyOf(update_by_fields, fields), itemId]),
  );
  const faults: string[] = [];
  for (const { batch, payload } of await here.rows(id)) {
    const sent = formatJson(payload.items[0] as never);
    const same = here.platform.calls.filter(({ items }) => formatJson(items[0] as never) === sent);
    if (same.filter(({ tookNothing }) => !tookNothing).length > 1) faults.push(`call ${batch.number} was made twice`);
    for (const [index, { outcome, item_id, created, at = Number.POSITIVE_INFINITY }] of batch.rows.entries()) {
      const item = payload.items[index];
      const itemId = item?.item_id ?? idOfKey.get(keyOf(update_by_fields, item?.fields ?? {})) ?? '';
      const writes = written.get(itemId) ?? [];
      const own = writes.filter(({ by, fields }) => by === 'job' && sameJson(fields, item?.fields));
      const ours = own.length;
      // What lands after the wait of a refused call can only be found when it is looked at again.
      const isSeen = when === 'looked-again' || (own[0]?.at ?? 0) + lagMs < at;
      const last = writes.at(-1)?.by === 'job';
      const others = writes.some(({ by }) => by === 'somebody');
      const holds = here.platform.records.get(itemId) ?? {};
      const wrong =
        ours > 1 ||
        (ours === 1 && outcome === 'refused' && isSeen) ||
        (ours === 1 && (outcome === 'not-sent' || outcome === 'invalid')) ||
        // What someone else wrote during a call is a difference that stays reported.
        (ours === 1 &&
          last &&
          when === 'looked-again' &&
          outcome !== 'verified' &&
          !(others && outcome === 'differs')) ||
        (outcome === 'verified' && ours !== 1) ||
        (outcome === 'verified' && item?.item_id === null && item_id !== itemId) ||
        (created === true && here.platform.times.get(itemId)?.created_by?.user_id !== 'job') ||
        // The table has what the plan says, unless someone else wrote after us.
        (outcome === 'verified' && last && !sameJson({ ...holds, ...item?.fields }, holds));
      if (wrong)
        faults.push(`${when}: row ${index} of call ${batch.number} is ${outcome}, and was written ${ours} times`);
    }
  }
  expect(faults).toEqual([]);
}

/** Readings and the one write after them, with its wait for a turn between. */
const lookedWithinMs = freshMs + 100;

/** What someone wrote before the last read of a call's rows is not overwritten by it, and the job reports that. */
async function noSilentOverwrites(here: World, id: string, lagMs = 0): Promise<void> {
  const { update_by_fields } = await here.job(id);
  const faults: string[] = [];
  for (const { item_id, fields, by, at } of here.platform.written) {
    if (by !== 'somebody' || fields.f === undefined) continue;
    const key = keyOf(update_by_fields, here.platform.records.get(item_id) ?? {});
    const means = (item: UpdateItem | undefined): boolean =>
      item?.item_id === null ? keyOf(update_by_fields, item.fields) === key : item?.item_id === item_id;
    // What was there before anything was read is seen by every reading.
    const earliest = at <= clockStart && lagMs === 0 ? at : at + lookedWithinMs + lagMs;
    const later = here.platform.calls.filter((call) => call.at >= earliest && call.items.some(means));
    if (later.length > 0) faults.push(`${item_id} was written over at ${later[0]?.at}, somebody had written at ${at}`);
    for (const { batch, payload } of await here.rows(id)) {
      // It was being sent, or may have been, when someone else wrote.
      if (batch.sent_at !== null && batch.sent_at < earliest) continue;
      for (const [index, { outcome, reason }] of batch.rows.entries()) {
        if (!means(payload.items[index]) || outcome === 'not-sent') continue;
        const said = reason === 'changed-since-check' || reason === 'exists-now';
        if (!said) faults.push(`${item_id} is ${outcome} (${reason}), and was changed before it was sent`);
      }
    }
  }
  expect(faults).toEqual([]);
}

function keyOf(fields: readonly string[], values: JsonObject): string {
  return formatJson(fields.map((name) => values[name] ?? null));
}
