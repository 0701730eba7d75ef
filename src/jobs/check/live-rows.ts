import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import { timeBeforeNow } from '../read/read-changes';
import type { ReadKeys } from '../read/read-keys';
import { isFilterRefused, isSystemError, type ListRecords, type ReadRows } from '../read/read-rows';
import { createShownFields, shownBy } from '../read/shown-fields';
import type { ChangedRecord } from '../table/changes';
import type { KeyedTable } from '../table/record-key';
import { keyMaker, keysAtOnce, type RecordKey } from '../table/record-key';
import { chunks } from '../table/request-size';
import { mustBeRead } from './cell-judge';
import { type LiveRows, wantedOf } from './dry-run';
import { comparableKey, type SimilarRecords, spellingsOf } from './similar-keys';

/** How a dry run reads a table. Everything in it throws ApiError, or the signal's reason. */
export interface TableReading {
  list: ListRecords;
  read: ReadRows;
  readKeys: ReadKeys;
  /** Every record of a table, each at least once. */
  walk(table_id: Id, signal: AbortSignal): AsyncIterable<readonly DwRecord[]>;
  /** Requests made by this reading, all kinds and repetitions. */
  requests(): number;
  now(): number;
}

/** Reads what the rows of a job mean, some hundred rows at a time. */
export interface LiveReader {
  read(rows: readonly ChangedRecord[], signal: AbortSignal): Promise<LiveRows>;
  /** `walk`: the whole table was read once, as that took fewer requests, or as it cannot be filtered by what is wanted. */
  way(): 'filter' | 'walk';
  /** Requests that the whole reading is expected to need; null while unknown. */
  planned(): number | null;
}

/** A table larger than this is not walked: the relevant part of its records is held in memory. */
const walkedAtMost = 200_000;
/** How exactly the size of a table is estimated for the remaining time: to one part in this many. */
const sizeSteps = 5;
/** A shorter one is walked without further probes. */
const worthASize = 10_000;
/** Below this many requests by filter a full read saves nothing. */
const worthAProbe = 6;
/** As many as a budget of ten a second lets through when answers take most of a second. */
const readsAtOnce = 8;
/** Tables up to this many records are read in full to find similar keys: 50 requests. */
const readForNear = 5000;
/** In larger ones this many requests look for other spellings of keys. */
const spellingRequests = 100;

/** Keys or ids in one query. */
function askedAtOnce(byKey: boolean): number {
  return byKey ? keysAtOnce : limits.pageSizeMax;
}

/**
 * Requests for reading the records of so many rows if every row finds its record: the queries for their keys or ids, and one for the size of the table
 * where those are many. Rows without a record take more: a trial whether the filter works, and a search for similar keys.
 */
export function plannedRequests(rows: number, byKey: boolean): number {
  const queries = Math.ceil(rows / askedAtOnce(byKey));
  return queries < worthAProbe ? queries : queries + 1;
}

interface Walked {
  records: Map<Id, DwRecord>;
  keys: Map<string, DwRecord[]>;
  /** By what similar keys have in common; null if not needed. */
  similar: Map<string, DwRecord[]> | null;
  /** Fields that any record has. */
  shown: Set<string>;
  read_at: number;
  changed_on: string | null;
}

/**
 * A reader for the rows of one job. A table with fewer pages than queries needed is walked once: a query costs a platform at least as much as a page. One
 * request for a single record far down tells (4.4 gives no total).
 * Long: one walk through a table, and what is asked of it meanwhile, over one state.
 * @param rows of the whole job, where known
 * @param onPage called after each page of a walk
 * @param similar also finds records with a similar key for unmatched rows: in the whole table where it is read, or short; else under the usual spellings of the
 * key, within a bounded number of requests
 */
export function createLiveReader(
  reading: TableReading,
  table: KeyedTable,
  rows: number | null,
  similar = false,
  onPage: () => void = () => {},
): LiveReader {
  const maker = table.update_by_fields.length > 0 ? keyMaker(table, table.fields) : null;
  const queriesFor = (left: number): number => Math.ceil(left / askedAtOnce(maker !== null));
  const byFilter = rows === null ? null : queriesFor(rows);
  const shownFields = createShownFields(reading.list, reading.read, reading.now);
  const wanted = new Set([...table.update_by_fields, ...table.fields.map(({ field_id }) => field_id)]);
  /** Requests of a full read; reads by filter count from the rows left. */
  let planned = 0;
  let walked: Walked | null = null;
  let walking = false;
  let done = 0;
  /** The largest offset that the platform is known not to refuse, or was not asked for. */
  let reach = walkedAtMost;
  let short: number | null | undefined;
  let readable: number | null | undefined;
  let spelled = 0;
  let decided = byFilter === null || byFilter < worthAProbe;

  /** An offset up to this one at which the table has ended; null where it is longer, or its end is past what the platform lets be asked for. */
  async function endBefore(offset: number, signal: AbortSignal): Promise<number | null> {
    for (let at = Math.min(offset, reach); at > 0; at = reach) {
      try {
        const { items } = await reading.list({ table_id: table.table_id, order: null, limit: 1, offset: at }, signal);
        return items.length === 0 ? at : null;
      } catch (error) {
        if (!isFilterRefused(error) && !isSystemError(error)) throw error;
        reach = at > limits.pageSizeMax ? Math.floor(at / 2) : 0;
      }
    }
    return null;
  }

  /** @param whole every field of its records may be held, as it is short */
  async function walk(signal: AbortSignal, whole: boolean): Promise<Walked> {
    walking = true;
    const read_at = reading.now();
    const changed_on = await timeBeforeNow(reading.list, table.table_id, signal);
    const found: Walked = { records: new Map(), keys: new Map(), similar: null, shown: new Set(), read_at, changed_on };
    if (similar) found.similar = new Map();
    // Page by page: the keys of a long table, made when all of it is there, would hold the page up for more than a second.
    for await (const records of reading.walk(table.table_id, signal)) {
      for (const each of records) {
        if (found.records.has(each.item_id)) continue;
        const record = similar && !whole ? onlyWith(each, wanted) : each;
        found.records.set(record.item_id, record);
        for (const id of wanted) if (Object.hasOwn(record.fields, id)) found.shown.add(id);
        const key = maker?.ofRecord(record);
        if (!key) continue;
        addTo(found.keys, key.text, record);
        if (found.similar) addTo(found.similar, comparableKey(key), record);
      }
      onPage();
    }
    planned = reading.requests();
    return found;
  }

  /** Before the first read: whether the table has fewer pages than the queries by filter would take. */
  async function decide(signal: AbortSignal): Promise<void> {
    decided = true;
    let most = await endBefore(Math.min((byFilter ?? 0) * (limits.pageSizeMax - 1), walkedAtMost), signal);
    if (most === null) return;
    let least = 0;
    for (let step = 0; step < sizeSteps && most > worthASize; step += 1) {
      const middle = Math.floor((least + most) / 2);
      const end = await endBefore(middle, signal);
      if (end === null) least = middle;
      else most = end;
    }
    planned = reading.requests() + 1 + Math.ceil(most / (limits.pageSizeMax - 1));
    walked = await walk(signal, false);
  }

  async function byId(ids: readonly Id[], live: Live, signal: AbortSignal): Promise<Id[]> {
    const unreadable: Id[] = [];
    await several(chunks(ids, limits.pageSizeMax), async (piece) => {
      const read = await reading.read(table.table_id, piece, signal);
      for (const [id, record] of read.records) live.records.set(id, record);
      for (const id of read.missing) live.missing.add(id);
      unreadable.push(...read.unreadable);
    });
    return unreadable;
  }

  async function byKey(keys: readonly RecordKey[], live: Live, signal: AbortSignal): Promise<string[]> {
    const unreadable: string[] = [];
    await several(chunks(keys, keysAtOnce), async (piece) => {
      const read = await reading.readKeys(table, piece, signal);
      for (const [text, records] of read.records) noteKey(live, text, records);
      unreadable.push(...read.unreadable);
    });
    return unreadable;
  }

  /** Fields that some of the records lack although they must be read, and that the platform does not show. */
  async function hiddenFields(
    live: LiveRows,
    changes: readonly ChangedRecord[],
    asked: readonly Wanted[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string> | undefined> {
    const rows = changes.flatMap((change, index) => {
      const { id, key } = asked[index] ?? { id: null, key: null };
      const found = (id === null ? key && live.keys?.get(key.text)?.[0] : live.records.get(id)) ?? null;
      const unseen = id === null || change.unseen === true;
      const cells = change.cells.filter((cell) => mustBeRead(cell, { live: found }, unseen));
      return found ? [{ live: found, fields: cells.map(({ field_id }) => field_id) }] : [];
    });
    if (rows.every(({ fields }) => fields.length === 0)) return undefined;
    const all = [...wanted];
    const { shown } = shownBy(rows.map((row) => ({ ...row, fields: all })));
    const open = new Set(rows.flatMap(({ fields }) => fields));
    for (const id of open) if (shown.has(id) || walked?.shown.has(id)) open.delete(id);
    if (open.size === 0) return undefined;
    const also = await shownFields(table.table_id, open, !walked && maker === null, signal);
    return new Set([...open].filter((id) => !also.has(id)));
  }

  /** Records that nearly have one of the keys that none has. */
  async function bySpelling(absent: readonly RecordKey[], live: Live, signal: AbortSignal): Promise<void> {
    if (!maker) return;
    const before = reading.requests();
    const known = new Map<string, DwRecord[]>();
    const noted = new Set<Id>();
    const note = (records: readonly DwRecord[]): void => {
      for (const record of records) {
        const key = maker.ofRecord(record);
        if (key && !noted.has(record.item_id)) addTo(known, comparableKey(key), record);
        noted.add(record.item_id);
      }
    };
    note([...live.keys.values()].flat());
    for (const piece of chunks(absent, keysAtOnce)) {
      if (spelled + reading.requests() - before >= spellingRequests) break;
      const spellings = distinct(piece.flatMap((key) => spellingsOf(key, maker))).filter(
        ({ text }) => !live.keys.has(text),
      );
      const other: Live = { ...live, keys: new Map() };
      const lost = new Set(await byKey(spellings, other, signal));
      note([...other.keys.values()].flat());
      for (const key of piece) {
        if (spellingsOf(key, maker).some(({ text }) => lost.has(text))) continue;
        live.similar.set(key.text, { records: known.get(comparableKey(key)) ?? [], by: 'spellings' });
      }
    }
    spelled += reading.requests() - before;
  }

  return {
    way: () => (walking ? 'walk' : 'filter'),
    planned: () => {
      if (rows === null) return null;
      return walking ? planned : reading.requests() + queriesFor(Math.max(0, rows - done));
    },
    async read(changes, signal) {
      if (!decided) await decide(signal);
      done += changes.length;
      const asked = changes.map((change) => wantedOf(change, maker));
      if (!walked) {
        const live = liveAt(reading.now());
        const ids = [...new Set(asked.flatMap(({ id }) => id ?? []))];
        let lost: string[] = await byId(ids, live, signal);
        // For a row with an unknown ID, the key shows what it would match instead.
        const left = asked.filter(({ id }) => id === null || live.missing.has(id)).flatMap(({ key }) => key ?? []);
        lost = [...lost, ...(await byKey(distinct(left), live, signal))];
        // Such a row is never created, so nothing is to be found that nearly equals it.
        const keyed = asked.flatMap(({ id, key }) => (id === null && key ? [key] : []));
        const absent = distinct(keyed.filter(({ text }) => live.keys.get(text)?.length === 0));
        const looks = similar && absent.length > 0;
        if (lost.length > 0 && short === undefined) short = await endBefore(walkedAtMost, signal);
        if (looks && readable === undefined) readable = await endBefore(readForNear, signal);
        const nearby = looks && readable !== null;
        if (!nearby && !(lost.length > 0 && short !== null)) {
          if (looks) await bySpelling(absent, live, signal);
          return { ...live, hidden: await hiddenFields(live, changes, asked, signal) };
        }
        walked = await walk(signal, nearby);
      }
      const live = fromWalk(walked, asked);
      return { ...live, hidden: await hiddenFields(live, changes, asked, signal) };
    },
  };
}

type Wanted = ReturnType<typeof wantedOf>;

interface Live extends LiveRows {
  records: Map<Id, DwRecord>;
  missing: Set<Id>;
  keys: Map<string, readonly DwRecord[]>;
  similar: Map<string, SimilarRecords>;
}

function liveAt(read_at: number): Live {
  return { records: new Map(), missing: new Set(), keys: new Map(), similar: new Map(), read_at };
}

/** A row may be assigned to one of the records that have its key. */
function noteKey(live: Live, text: string, records: readonly DwRecord[]): void {
  live.keys.set(text, records);
  for (const record of records) live.records.set(record.item_id, record);
}

function fromWalk(walked: Walked, wanted: readonly Wanted[]): LiveRows {
  const live: Live = { ...liveAt(walked.read_at), changed_on: walked.changed_on };
  for (const { id, key } of wanted) {
    const record = id === null ? undefined : walked.records.get(id);
    if (id !== null && record) live.records.set(id, record);
    else if (id !== null) live.missing.add(id);
    if (!key) continue;
    const same = walked.keys.get(key.text) ?? [];
    noteKey(live, key.text, same);
    if (id === null && walked.similar && same.length === 0)
      live.similar.set(key.text, { records: walked.similar.get(comparableKey(key)) ?? [], by: 'whole' });
  }
  return live;
}

/** Reads rows some at a time, in their order. @throws ApiError of a reading that failed; the signal's reason */
export async function* readPieces(
  rows: Iterable<ChangedRecord> | AsyncIterable<ChangedRecord>,
  size: number,
  reader: LiveReader,
  signal: AbortSignal,
): AsyncGenerator<{ rows: ChangedRecord[]; live: LiveRows }> {
  let piece: ChangedRecord[] = [];
  for await (const row of rows) {
    piece.push(row);
    if (piece.length < size) continue;
    yield { rows: piece, live: await reader.read(piece, signal) };
    piece = [];
  }
  if (piece.length > 0) yield { rows: piece, live: await reader.read(piece, signal) };
}

/** A record with only these fields, to save memory. */
export function onlyWith(
  { item_id, title, created_on, updated_on, updated_by, ...record }: DwRecord,
  wanted: ReadonlySet<string>,
): DwRecord {
  const fields = Object.fromEntries(Object.entries(record.fields).filter(([id]) => wanted.has(id)));
  return { item_id, title, created_on, created_by: null, updated_on, updated_by, fields };
}

function addTo(map: Map<string, DwRecord[]>, text: string, record: DwRecord): void {
  const same = map.get(text);
  if (same) same.push(record);
  else map.set(text, [record]);
}

function distinct(keys: readonly RecordKey[]): RecordKey[] {
  return [...new Map(keys.map((key) => [key.text, key])).values()];
}

async function several<Piece>(pieces: Piece[], run: (piece: Piece) => Promise<void>): Promise<void> {
  const work = async (): Promise<void> => {
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) await run(piece);
  };
  await Promise.all(Array.from({ length: readsAtOnce }, work));
}
