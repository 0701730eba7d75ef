import type { ApiError } from '../../contract/errors';
import { type FieldKind, isAnyJson, isNamedReference, isText } from '../../contract/field-kinds';
import type { Filter } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import { formatJson, isEmptyValue, type Json, type JsonObject } from '../../contract/json';
import { limits } from '../../contract/limits';
import { type DwRecord, eachOnce } from '../../contract/records';
import { type KeyedTable, type KeyMaker, keyMaker, keysAtOnce, liveValue, type RecordKey } from '../table/record-key';
import { chunks } from '../table/request-size';
import { isFilterRefused, isSystemError, type ListRecords } from './read-rows';

/** What was found of the wanted keys. */
interface KeysRead {
  /** By the text of the key: every record that has it; none if known to be absent. */
  records: Map<string, DwRecord[]>;
  /** Keys with unknown result, because no known way of filtering works. */
  unreadable: Set<string>;
  requests: number;
}

/** Reads records of one table by their key, `keysAtOnce` in a request where the platform can. @throws ApiError; the signal's reason */
export type ReadKeys = (table: KeyedTable, keys: readonly RecordKey[], signal: AbortSignal) => Promise<KeysRead>;

/**
 * Ways to ask for many keys, those that need the fewest requests first: `any` and `in` ask for the values of one field of the key (which finds a superset
 * of a joint key), `or` for each key as a group, `one` for a single key.
 */
type Way = 'any' | 'in' | 'or' | 'one';

/** Pages that one query may take: more means that its filter is not selective or was ignored. */
const pagesMax = 5;
/** Conditions in one filter that any service may be expected to read. */
const conditionsMax = 300;

/** What is nothing that is known may be a text. */
const isTextual = (kind: FieldKind): boolean => isText(kind) || isAnyJson(kind);

interface Known {
  maker: KeyMaker;
  ways: Way[];
  /** Ways that found a record that is known to be there, and so are believed when they find none. */
  proven: Set<Way>;
  /** Ways being tried out: of several simultaneous queries one is enough. */
  proving: Map<Way, Promise<boolean>>;
}

/**
 * A reader of records by key that tests how the platform filters. An unknown operator seems to be ignored, not refused, and text may match partially (field
 * notes): every returned record is compared with the keys here, a response with unrelated records counts as ignored, and absence is believed only of a way that
 * has found an existing record.
 */
export function createKeyReader(list: ListRecords): ReadKeys {
  const tables = new Map<string, Known>();

  const knownOf = (table: KeyedTable): Known => {
    const name = JSON.stringify([table.table_id, table.update_by_fields]);
    const known = tables.get(name) ?? {
      maker: keyMaker(table, table.fields),
      ways: waysFor(table),
      proven: new Set(),
      proving: new Map(),
    };
    tables.set(name, known);
    return known;
  };

  return async (table, keys, signal) => {
    const read: KeysRead = { records: new Map(), unreadable: new Set(), requests: 0 };
    const known = knownOf(table);
    /** An error of the platform that may be one of its filters, or of the moment. */
    let failed: ApiError | null = null;

    async function pageOf(filter: Filter | null, page: number): Promise<readonly DwRecord[]> {
      read.requests += 1;
      const offset = page * limits.pageSizeMax;
      return (await list({ table_id: table.table_id, filter, order: null, limit: limits.pageSizeMax, offset }, signal))
        .items;
    }

    /** All records that one query finds, each once; null when it is refused, or the response cannot belong to it. */
    async function ask(way: Way, wanted: readonly RecordKey[]): Promise<readonly DwRecord[] | null> {
      const filter = filterOf(table, way, wanted);
      const found = new Map<Id, DwRecord>();
      for (let page = 0; page < pagesMax; page += 1) {
        let items: readonly DwRecord[];
        try {
          items = await pageOf(filter, page);
        } catch (error) {
          // What has worked before is refused for another reason.
          if (known.proven.has(way)) throw error;
          if (!isFilterRefused(error)) {
            // The contract's own operator is known: such an error of it passes.
            if ((way !== 'in' && way !== 'or') || !isSystemError(error)) throw error;
            failed = error;
          }
          return null;
        }
        if (items.some((record) => !wanted.some((key) => isLike(record, key)))) return null;
        const before = found.size;
        for (const record of items) found.set(record.item_id, record);
        // A full page again: such a service does not page by offset.
        if (items.length >= limits.pageSizeMax && found.size === before) return null;
        if (items.length < limits.pageSizeMax) return [...found.values()];
      }
      return null;
    }

    /** Whether a way finds a record that is there; true also for a table in which no record has the key. */
    function proves(way: Way): Promise<boolean> {
      if (known.proven.has(way)) return Promise.resolve(true);
      const begun = known.proving.get(way);
      if (begun) return begun;
      const proving = prove(way).finally(() => known.proving.delete(way));
      known.proving.set(way, proving);
      return proving;
    }

    async function prove(way: Way): Promise<boolean> {
      const items = await pageOf(null, 0);
      const there = items.map((record) => known.maker.ofRecord(record)).filter((key) => key !== null);
      // The trial uses the form of the later queries: two keys at once where possible.
      const sample = there.slice(-1).concat(way === 'one' ? [] : there.slice(0, 1));
      if (sample.length === 0) return true;
      const found = await ask(way, sample);
      const texts = new Set(found?.map((record) => known.maker.ofRecord(record)?.text));
      if (!sample.every(({ text }) => texts.has(text))) return false;
      known.proven.add(way);
      return true;
    }

    /** Whether the way could answer for these keys. */
    async function readBy(way: Way, wanted: readonly RecordKey[]): Promise<boolean> {
      const found = await ask(way, wanted);
      if (found === null) return false;
      const byKey = new Map<string, DwRecord[]>(wanted.map(({ text }) => [text, []]));
      for (const record of eachOnce(found)) byKey.get(known.maker.ofRecord(record)?.text ?? '')?.push(record);
      if ([...byKey.values()].some(({ length }) => length === 0) && !(await proves(way))) return false;
      for (const [text, records] of byKey) read.records.set(text, records);
      return true;
    }

    let left = [...new Map(keys.map((key) => [key.text, key])).values()];
    for (const way of [...known.ways]) {
      if (left.length === 0) break;
      const size = way === 'one' ? 1 : Math.min(keysAtOnce, Math.floor(conditionsMax / table.update_by_fields.length));
      let works = false;
      for (const piece of chunks(left, size)) {
        if (await readBy(way, piece)) works = true;
        // Ignored in the first query: it would be in all others.
        else if (!works) break;
      }
      if (!works && way !== 'one' && known.ways.length > 1) known.ways = known.ways.filter((other) => other !== way);
      left = left.filter(({ text }) => !read.records.has(text));
    }
    if (left.length > 0 && failed) {
      known.ways = waysFor(table);
      throw failed;
    }
    for (const { text } of left) read.unreadable.add(text);
    return read;
  };
}

function kindOf({ fields }: KeyedTable, id: string): FieldKind {
  if (id.endsWith('_by')) return 'user';
  return fields.find(({ field_id }) => field_id === id)?.kind ?? 'text';
}

function waysFor(table: KeyedTable): Way[] {
  const kinds = table.update_by_fields.map((id) => kindOf(table, id));
  const ways: Way[] = [];
  if (kinds.some((kind) => isTextual(kind))) ways.push('any');
  if (kinds.some((kind) => isTextual(kind) || isNamedReference(kind))) ways.push('in');
  return [...ways, 'or', 'one'];
}

function filterOf(table: KeyedTable, way: Way, keys: readonly RecordKey[]): Filter {
  if (way === 'or') return { or: keys.map((key) => ({ and: conditionsOf(table, key) })) };
  if (way === 'one') return { and: keys.flatMap((key) => conditionsOf(table, key)) };
  const usable = table.update_by_fields.filter((id) => {
    const kind = kindOf(table, id);
    return isTextual(kind) || (way === 'in' && isNamedReference(kind));
  });
  // The most distinctive field of the key finds the fewest others.
  const [field = '', values = []] =
    usable
      .map((id): [string, Json[]] => [id, distinct(keys.map(({ values }) => values[id] ?? null))])
      .sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return { and: [{ field, query: way === 'any' ? { eq: values } : { in: values } }] };
}

function conditionsOf(table: KeyedTable, { values }: RecordKey): JsonObject[] {
  return table.update_by_fields.map((id) => ({ field: id, query: { eq: values[id] ?? null } }));
}

/** Single values; a list of one is treated as its entry. */
function distinct(values: readonly Json[]): Json[] {
  return [...new Set(values.flat())];
}

/** Whether a record may belong to the response for this key: at least one of its key fields holds the wanted text, in any case. */
function isLike(record: DwRecord, { values }: RecordKey): boolean {
  return Object.entries(values).some(([id, wanted]) => {
    const value = liveValue(record, id);
    if (isEmptyValue(value)) return false;
    const text = lowerText(value);
    return [wanted].flat().some((entry) => text.includes(lowerText(entry)));
  });
}

function lowerText(value: Json): string {
  return (typeof value === 'string' ? value : formatJson(value)).toLowerCase();
}
