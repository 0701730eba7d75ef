/**
 * Reading live rows for a check, for verification and before each batch: by ID or by key, or recent changes.
 * No response is trusted alone, as a platform may ignore a filter.
 */

import { ApiError, knownCodes } from '../../contract/errors';
import type { Filter } from '../../contract/filter';
import { type Id, isIntegerId } from '../../contract/ids';
import type { JsonObject } from '../../contract/json';
import { limits } from '../../contract/limits';
import type { DwRecord, RecordListInput, RecordPage } from '../../contract/records';

/** One page of a table (4.4). @throws ApiError; the signal's reason */
export type ListRecords = (input: RecordListInput, signal: AbortSignal) => Promise<RecordPage>;

/** One record by its id, an optional operation (4.10). @throws ApiError; the signal's reason */
export type GetRecord = (item_id: Id, signal: AbortSignal) => Promise<DwRecord>;

/** What was found of the wanted ids. */
interface RowsRead {
  records: Map<Id, DwRecord>;
  /** Ids that the platform does not have. */
  missing: Set<Id>;
  /** IDs with unknown result, because the platform does not filter by record ID in any known way. */
  unreadable: Set<Id>;
  requests: number;
}

/** Reads rows of one table by id, `limits.pageSizeMax` in a request where the platform can. @throws ApiError; the signal's reason */
export type ReadRows = (table_id: Id, ids: readonly Id[], signal: AbortSignal) => Promise<RowsRead>;

/** A filter for records by ID, and for how many at most. */
interface Way {
  filter: (ids: readonly Id[]) => Filter;
  size: number;
  /** Known from field notes alone: a platform may fail at it. */
  isNoted?: boolean;
}

const asked = (query: JsonObject): JsonObject => ({ field: 'item_id', query });
const oneOf =
  (operator: 'eq' | 'in') =>
  (ids: readonly Id[]): Filter => ({ and: [asked({ [operator]: [...ids] })] });
const eachOf = (ids: readonly Id[]): Filter => ({ or: ids.map((id) => asked({ eq: [id] })) });
const only = ([id = '']: readonly Id[]): Filter => ({ and: [asked({ eq: id })] });

/** The contract's own form first, `eq` with an array of strings (4.4.1). */
const filters: Omit<Way, 'size'>[] = [
  { filter: oneOf('eq') },
  { filter: oneOf('in'), isNoted: true },
  { filter: eachOf, isNoted: true },
];
/** A platform may refuse long filters, and take short ones. */
const sizes = [limits.pageSizeMax, 10];
/** Those that need the fewest requests first. */
const ways: readonly Way[] = [
  ...sizes.flatMap((size) => filters.map((filter) => ({ ...filter, size }))),
  { filter: oneOf('eq'), size: 1 },
  { filter: only, size: 1 },
];

/** How one table answers for record IDs. */
interface Answering {
  /** The ways that may work; the first is used. */
  ways: readonly Way[];
  /** The first way has found records by their IDs. */
  isProven: boolean;
  /** An error of the platform that may be one of its filters, or of the moment. */
  failed: ApiError | null;
  /** The reading that finds out; others wait for it. */
  trial: Promise<unknown> | null;
}

/** Whether a way works, or what the platform did instead: it refused it, ignored it, or found only some of the records. */
type Ending = 'works' | 'refused' | 'ignored' | 'partial';

/**
 * A reader of rows by ID that finds out once for each table which filter works. An operator that a platform does not know may be refused or ignored (field
 * notes): records that were not requested show that it was ignored, and absence is believed only where the same filter finds records that are there.
 * @param detail the last way, where the platform filters by no record ID at all
 */
export function createRowReader(list: ListRecords, detail: GetRecord): ReadRows {
  const tables = new Map<Id, Answering>();
  let hasDetail = true;

  async function readDetail(id: Id, signal: AbortSignal, into: RowsRead): Promise<void> {
    if (!hasDetail) {
      into.unreadable.add(id);
      return;
    }
    into.requests += 1;
    try {
      into.records.set(id, await detail(id, signal));
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) throw error;
      if (error.code === knownCodes.gone) into.missing.add(id);
      else {
        into.unreadable.add(id);
        hasDetail = false;
      }
    }
  }

  /** @returns the IDs that no filter answers for */
  async function readBy(
    table: Answering,
    table_id: Id,
    ids: readonly Id[],
    signal: AbortSignal,
    read: RowsRead,
  ): Promise<readonly Id[]> {
    async function page(filter: Filter | null): Promise<readonly DwRecord[]> {
      read.requests += 1;
      return (await list({ table_id, filter, order: null, limit: limits.pageSizeMax, offset: 0 }, signal)).items;
    }

    /** The records of these IDs that a way finds, or why it does not work. */
    async function ask(
      { filter, isNoted = false }: Way,
      wanted: readonly Id[],
    ): Promise<readonly DwRecord[] | 'refused' | 'ignored'> {
      try {
        const items = await page(filter(wanted));
        return items.every(({ item_id }) => wanted.includes(item_id)) ? items : 'ignored';
      } catch (error) {
        // What has worked before is refused for another reason.
        if (table.isProven) throw error;
        if (!isFilterRefused(error)) {
          // The contract's own operator is known: such an error of it passes.
          if (!isNoted || !isSystemError(error)) throw error;
          table.failed = error;
        }
        return 'refused';
      }
    }

    /** Whether a way finds records that are there, before and after those it did not find, and again none of these. */
    async function checkAbsence(way: Way, absent: readonly Id[]): Promise<Ending> {
      if (way.size === 1 && table.isProven) return 'works';
      const found = [...read.records.keys()];
      const there = found.length > 0 ? found : (await page(null)).map(({ item_id }) => item_id);
      const [first, last] = [there[0], way.size > 1 && there.length > 1 ? there.at(-1) : undefined];
      // Nothing is in the table.
      if (first === undefined) return 'works';
      const sample = last === undefined ? [first] : [first, last];
      const between = absent.slice(0, way.size - sample.length);
      const items = await ask(way, [first, ...between, ...sample.slice(1)]);
      if (typeof items === 'string') return items;
      const ids = new Set(items.map(({ item_id }) => item_id));
      return sample.every((id) => ids.has(id)) && !between.some((id) => ids.has(id)) ? 'works' : 'partial';
    }

    async function tryWay(way: Way, wanted: readonly Id[]): Promise<Ending> {
      const items = await ask(way, wanted);
      if (typeof items === 'string') return items;
      for (const record of items) read.records.set(record.item_id, record);
      const absent = wanted.filter((id) => !read.records.has(id));
      const ending = absent.length === 0 ? 'works' : await checkAbsence(way, absent);
      if (ending === 'works') for (const id of absent) read.missing.add(id);
      return ending;
    }

    let left = [...ids];
    for (let [way] = table.ways; way && left.length > 0; [way] = table.ways) {
      const ending = await tryWay(way, left.slice(0, way.size));
      if (ending === 'works') table.isProven = true;
      else if (table.ways[0] === way) {
        const { filter, size } = way;
        // What it ignores for many it ignores for few.
        table.ways = table.ways.filter(
          (other) => other !== way && (ending !== 'ignored' || other.filter !== filter || other.size > size),
        );
        table.isProven = false;
      }
      left = left.filter((id) => !read.records.has(id) && !read.missing.has(id));
    }
    return left;
  }

  return async (table_id, ids, signal) => {
    const table = tables.get(table_id) ?? { ways, isProven: false, failed: null, trial: null };
    tables.set(table_id, table);
    while (table.trial) await table.trial.catch(() => {});
    const read: RowsRead = { records: new Map(), missing: new Set(), unreadable: new Set(), requests: 0 };
    const wanted = [...new Set(ids)];
    const reading = async (): Promise<RowsRead> => {
      const left = [...(await readBy(table, table_id, wanted.filter(isPlain), signal, read))];
      const odd = wanted.filter((id) => !isPlain(id));
      try {
        // A platform may refuse what cannot be an ID, which says nothing of its filters.
        left.push(...(await readBy(table.isProven ? table : { ...table }, table_id, odd, signal, read)));
      } catch (error) {
        if (!isFilterRefused(error)) throw error;
        left.push(...odd.filter((id) => !read.records.has(id) && !read.missing.has(id)));
      }
      // A platform that filters by no record id may still give single records.
      for (const id of left) await readDetail(id, signal, read);
      if (read.unreadable.size > 0 && table.failed) {
        tables.delete(table_id);
        hasDetail = true;
        throw table.failed;
      }
      return read;
    };
    if (table.isProven) return reading();
    table.trial = reading().finally(() => {
      table.trial = null;
    });
    await table.trial;
    return read;
  };
}

const longestId = 19;

/** Whether a text may be the ID of a record of any platform: a 64-bit integer. */
function isPlain(id: Id): boolean {
  return isIntegerId(id) && id.length <= longestId;
}

/** Whether a response depends on the moment, and not on the platform's abilities. */
function isPassing({ kind, status, code }: ApiError): boolean {
  return kind === 'no-answer' || status === 429 || (status ?? 0) >= 500 || code === knownCodes.authenticationFailed;
}

/** Whether a platform refused a query for what it asks. */
export function isFilterRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || isPassing(error)) return false;
  const { kind, code, status } = error;
  if (kind === 'malformed') return (status ?? 0) >= 400;
  return kind === 'business' ? code !== knownCodes.gone : code === knownCodes.parameterInvalid;
}

/** Whether a platform failed in its own words: at an operator that it does not know, or for a moment. */
export function isSystemError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'system' && error.code !== knownCodes.authenticationFailed;
}
