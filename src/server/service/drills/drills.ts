/** Ways in which a platform can fail, to be practised: the workspace *Failure drills* has one table for each, and its calls go wrong in that way. */

import { isNumeric, numeral } from '../../../contract/decimal';
import type { BatchEvent } from '../../../contract/events';
import type { Json, JsonObject } from '../../../contract/json';
import type { UpdateItem } from '../../../contract/records';
import type { Queries, Transaction } from '../../database/database';
import { ids, type TableWithFields } from '../catalogue/catalogue';
import { ServiceError } from '../http/errors';
import { chosen, field, optionsOf, person, type SeedTable, tableOf } from '../seed/define';
import { applyBatch } from '../updates/apply';
import type { Batch, BatchType } from '../updates/batch';
import { deleteRecords } from '../updates/work-records';

/** What goes wrong with calls of a table of the workspace *Failure drills*. Everything else about the table is as usual. */
type Drill =
  /** Accepted, and applied after this many milliseconds. */
  | { does: 'applies-late'; ms: number }
  | { does: 'never-applies' }
  /** Every second item is failure data (4.5 rule 6), or every one. */
  | { does: 'refuses-items'; which: 'some' | 'all' }
  | { does: 'refuses-quota' }
  /** The call is refused, and every second item of it is written anyway; no event reports the result. */
  | { does: 'refuses-and-writes' }
  | { does: 'fails'; writes: boolean }
  | { does: 'cuts-the-line'; writes: boolean }
  | { does: 'answers-slowly'; ms: number }
  /** Two of four calls are too many. */
  | { does: 'too-many'; retryAfterSeconds: number | null }
  /** The third and fourth of six calls are refused, as if the key had expired. */
  | { does: 'key-expires' }
  /** Right after an update someone else writes every third of its records; no event reports the result. */
  | { does: 'somebody-writes' }
  /** Right before an upsert someone else creates every third record that it would create; no event reports the result. */
  | { does: 'somebody-creates' }
  /** Right after an update someone else deletes every third of its records; no event reports that either. */
  | { does: 'somebody-deletes' }
  /** Of every second item only the first field is written, and a delete leaves its record; no event reports the result. */
  | { does: 'writes-in-part' }
  /** The second of every three requested pages gets a 500. */
  | { does: 'fails-reads' }
  /** What a filter asks with and is not known is passed over, as the live platform seems to do (field notes); every other table refuses it. */
  | { does: 'ignores-operators' }
  | { does: 'tells-nothing' };

interface DrillTable {
  /** Number of its table; its name says how it fails. */
  number: number;
  name: string;
  alias: string;
  drill: Drill;
}

const named = (number: number, name: string, alias: string, drill: Drill): DrillTable => ({
  number,
  name,
  alias,
  drill,
});

/** One table for each way to fail. */
export const drillTables: readonly DrillTable[] = [
  named(101, 'Applies 20 seconds late', 'drill-late', { does: 'applies-late', ms: 20_000 }),
  named(102, 'Applies 2 minutes late', 'drill-very-late', { does: 'applies-late', ms: 120_000 }),
  named(103, 'Accepts and never applies', 'drill-never', { does: 'never-applies' }),
  named(104, 'Applies every second row', 'drill-some', { does: 'refuses-items', which: 'some' }),
  named(105, 'Refuses every row', 'drill-none', { does: 'refuses-items', which: 'all' }),
  named(106, 'Refuses the batch: no quota', 'drill-quota', { does: 'refuses-quota' }),
  named(107, 'Responds 500, writes nothing', 'drill-500-before', { does: 'fails', writes: false }),
  named(108, 'Responds 500, writes all', 'drill-500-after', { does: 'fails', writes: true }),
  named(109, 'Cuts the connection before writing', 'drill-cut-before', { does: 'cuts-the-line', writes: false }),
  named(110, 'Cuts the connection after writing', 'drill-cut-after', { does: 'cuts-the-line', writes: true }),
  named(111, 'Responds after 4 seconds', 'drill-slow', { does: 'answers-slowly', ms: 4000 }),
  named(112, 'Too many requests, with Retry-After', 'drill-429-when', { does: 'too-many', retryAfterSeconds: 3 }),
  named(113, 'Too many requests, no Retry-After', 'drill-429', { does: 'too-many', retryAfterSeconds: null }),
  named(114, 'The key expires midway', 'drill-key', { does: 'key-expires' }),
  named(115, 'Someone else writes too', 'drill-somebody', { does: 'somebody-writes' }),
  named(116, 'Applies, and sends no event', 'drill-no-event', { does: 'tells-nothing' }),
  named(117, 'Someone else deletes rows', 'drill-deletes', { does: 'somebody-deletes' }),
  named(118, 'Writes part of a row', 'drill-part', { does: 'writes-in-part' }),
  named(119, 'One read in three fails', 'drill-reads', { does: 'fails-reads' }),
  named(120, 'Ignores unknown operators', 'drill-ignores', { does: 'ignores-operators' }),
  named(121, 'Refuses the batch, writes half of it', 'drill-refuses-half', { does: 'refuses-and-writes' }),
  named(122, 'Someone else creates the keys', 'drill-creates', { does: 'somebody-creates' }),
];

/** Number of the workspace *Failure drills*. */
export const drillSpace = 3;

const states = optionsOf(['open', 'in work', 'done']);
const things = ['Lantern', 'Compass', 'Anchor', 'Rope', 'Barrel', 'Sextant', 'Sail', 'Oar', 'Bell', 'Chart'];
const places = ['forward', 'aft', 'port side', 'starboard', 'below deck', 'ashore'];

/** One table for each way to fail, all with the same rows: the stores of a ship, with a code of its own in each, which is a key to match by. */
export const drillSeedTables: readonly SeedTable[] = drillTables.map(({ number, name, alias }) =>
  tableOf({
    number,
    space: drillSpace,
    type: 'ext',
    name,
    alias,
    createdOn: '2025-05-05 06:30:00',
    size: 300,
    entries: async () => Array.from({ length: 300 }, (_, index) => index),
    columns: [
      [
        field.text('Name', true),
        (index) => `${things[index % things.length]} ${Math.floor(index / things.length) + 1}`,
      ],
      [field.text('Code', true), (index) => `S-${String(index + 1).padStart(4, '0')}`],
      [field.number('Amount'), (index) => ((index * 37) % 200) + 1],
      [field.option('State', states), (index) => chosen(states, states[index % states.length]?.name)],
      [field.date('Checked on'), (index) => `2025-0${1 + (index % 9)}-${String(1 + (index % 28)).padStart(2, '0')}`],
      [field.longText('Note'), (index) => (index % 5 === 0 ? null : `Stowed ${places[(index * 7) % places.length]}`)],
      [field.user('Keeper'), (index) => person(([4, 5, 6] as const)[index % 3] ?? 4)],
    ],
  }),
);

const drills = new Map(drillTables.map(({ number, drill }) => [ids.table(number), drill]));

/** An answer that is no envelope, thrown by what gives it. */
export class RawAnswer extends Error {
  override readonly name = 'RawAnswer';
  constructor(readonly response: Response) {
    super('answered without an envelope');
  }
}

/** How a drill treats a call before it is queued: milliseconds to wait before it is applied, or null to never apply it. */
export interface DrillEffect {
  /** Null: the batch is forgotten. */
  dueInMs: number | null;
  /** The call is answered with this, once the batch is queued. */
  answer: Error | null;
}

const usual: DrillEffect = { dueInMs: 0, answer: null };

/**
 * The drill of an update or a delete that is otherwise right.
 * @param pause waits for some milliseconds
 * @throws what the call is answered with instead
 */
export async function runDrill(
  queries: Queries,
  tableId: string,
  pause: (ms: number) => Promise<void>,
): Promise<DrillEffect> {
  const drill = drills.get(tableId);
  switch (drill?.does) {
    case 'applies-late':
      return { dueInMs: drill.ms, answer: null };
    case 'never-applies':
      return { dueInMs: null, answer: null };
    case 'refuses-quota':
      throw new ServiceError('quota', 'this workspace does not hold the big-data-table quota (a drill)');
    case 'refuses-and-writes':
      return { dueInMs: 0, answer: new ServiceError('quota', 'this workspace does not hold the quota (a drill)') };
    case 'fails':
      return { dueInMs: drill.writes ? 0 : null, answer: new ServiceError('internal', 'internal error (a drill)') };
    case 'cuts-the-line':
      return { dueInMs: drill.writes ? 0 : null, answer: new RawAnswer(cutOff()) };
    case 'answers-slowly':
      await pause(drill.ms);
      return usual;
    case 'too-many': {
      const call = await countCall(queries, tableId);
      if (call % 4 === 2 || call % 4 === 3) throw new RawAnswer(tooMany(drill.retryAfterSeconds));
      return usual;
    }
    case 'key-expires': {
      const call = await countCall(queries, tableId);
      if (call % 6 === 3 || call % 6 === 4) {
        throw new ServiceError('authentication', 'authentication failed: the API key has expired (a drill)');
      }
      return usual;
    }
    default:
      return usual;
  }
}

/**
 * The drill for a requested page of records.
 * @throws ServiceError that it is answered with instead
 */
export async function runReadDrill(queries: Queries, tableId: string): Promise<void> {
  if (drills.get(tableId)?.does !== 'fails-reads') return;
  if ((await countCall(queries, tableId)) % 3 === 2) throw new ServiceError('internal', 'internal error (a drill)');
}

/** Whether a table passes over what it does not understand of a filter. */
export function drillIgnores(tableId: string): boolean {
  return drills.get(tableId)?.does === 'ignores-operators';
}

/** What is queued of a batch's items. */
export function drilledItems(
  tableId: string,
  type: BatchType,
  items: UpdateItem[],
  byFields: readonly string[],
): UpdateItem[] {
  if (drills.get(tableId)?.does === 'refuses-and-writes') return items.filter((_item, index) => index % 2 === 0);
  if (drills.get(tableId)?.does !== 'writes-in-part') return items;
  if (type === 'delete') return items.filter((_item, index) => index % 2 === 1);
  return items.map(({ item_id, fields }, index) => {
    const names = Object.keys(fields).filter((name) => !byFields.includes(name));
    const left = index % 2 === 0 ? names.slice(1) : [];
    return { item_id, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name))) };
  });
}

/** What someone else creates right before an upsert; null if nothing. */
export function createdBefore(
  tableId: string,
  items: readonly UpdateItem[],
  byFields: readonly string[],
): { userId: string; items: UpdateItem[] } | null {
  if (drills.get(tableId)?.does !== 'somebody-creates' || byFields.length === 0) return null;
  const theirs = items.flatMap(({ item_id, fields }, index) => {
    if (item_id !== null || index % 3 !== 0) return [];
    const values = Object.entries(fields).map(([id, value]) => [id, byFields.includes(id) ? value : otherThan(value)]);
    return [{ item_id, fields: Object.fromEntries(values) as JsonObject }];
  });
  return theirs.length > 0 ? { userId: ids.user(4), items: theirs } : null;
}

/** Which items of a table's batches become failure data, by index. */
export function refusalsOf(tableId: string): (index: number) => boolean {
  const drill = drills.get(tableId);
  return (index) => drill?.does === 'refuses-items' && (drill.which === 'all' || index % 2 === 1);
}

/** Whether an event reports the outcome of a batch. */
export function drillTells(tableId: string): boolean {
  const does = drills.get(tableId)?.does;
  const isSilent = does === 'tells-nothing' || does === 'writes-in-part';
  return !isSilent && does !== 'refuses-and-writes' && does !== 'somebody-creates' && !drillFollows(tableId);
}

/** Whether something happens to the records of a table right after a batch. */
export function drillFollows(tableId: string): boolean {
  const does = drills.get(tableId)?.does;
  return does === 'somebody-writes' || does === 'somebody-deletes';
}

/** How a drill changes its records right after a batch. */
export async function afterApplied(
  queries: Transaction,
  table: TableWithFields | null,
  batch: Batch,
  event: BatchEvent,
  now: number,
): Promise<void> {
  if (!drillFollows(batch.table_id)) return;
  if (drills.get(batch.table_id)?.does === 'somebody-deletes') {
    const gone = event.success.flatMap(({ index, item_id }) => (index % 3 === 0 ? [item_id] : []));
    await deleteRecords(queries, batch.table_id, gone, null);
    return;
  }
  const items = event.success.flatMap(({ index, item_id }) => {
    const written = Object.entries(batch.items[index]?.fields ?? {}).find(
      ([id]) => !batch.update_by_fields.includes(id),
    );
    return index % 3 === 0 && written
      ? [{ item_id, fields: { [written[0]]: otherThan(written[1]) } satisfies JsonObject }]
      : [];
  });
  const somebody: Batch = { ...batch, update_type: 'update', update_by_fields: [], items, user_id: ids.user(4) };
  await applyBatch(queries, table, somebody, now, null);
}

/** Counts the calls of a table, so that each drill goes the same way from its first call on, whichever process answers. */
async function countCall({ query }: Queries, tableId: string): Promise<number> {
  const [row] = await query<{ calls: string }>(
    `insert into drill_call (table_id, calls) values ($1::bigint, 1)
     on conflict (table_id) do update set calls = drill_call.calls + 1 returning calls`,
    [tableId],
  );
  return Number(row?.calls ?? 1);
}

function otherThan(value: Json): Json {
  if (typeof value === 'string') return /^\d{4}-/.test(value) ? '2001-01-01' : `${value} (Lena was here)`;
  if (isNumeric(value)) return Number(numeral(value)) + 1;
  return typeof value === 'boolean' ? !value : null;
}

/** Begins as an answer does and breaks off. */
function cutOff(): Response {
  const begun = new TextEncoder().encode('{"code":0,"mess');
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new Error('the line was cut (a drill)'));
      else controller.enqueue(begun);
      sent = true;
    },
  });
  // It is streamed: nothing on the way waits for all of it.
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Transfer-Encoding': 'chunked' };
  return new Response(body, { status: 200, headers });
}

/** What excess gets was not seen (field notes): here it is no envelope. */
function tooMany(retryAfterSeconds: number | null): Response {
  const headers = new Headers({ 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds));
  return new Response('Too Many Requests\n', { status: 429, headers });
}
