import type { Filter } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import { isEmptyValue } from '../../contract/json';
import { limits } from '../../contract/limits';
import { type DwRecord, isSystemField } from '../../contract/records';
import { fateOf } from '../proof/proof';
import type { ListRecords, ReadRows } from './read-rows';

/**
 * Which of some fields a platform shows, so that a record without one of them has it empty. Without that a missing field may as well be left out of the
 * answer, whatever it holds.
 * @param byId the records were read by ID: then a record that holds the field must show it when read so
 * @throws ApiError; the signal's reason
 */
export type ShownFields = (
  table_id: Id,
  fields: ReadonlySet<string>,
  byId: boolean,
  signal: AbortSignal,
) => Promise<ReadonlySet<string>>;

/** What was found holds so long: a platform may leave out later what it has shown before. */
const keptMs = 5000;
/** Records that are asked for to see one that holds a field. */
const fewRecords = 10;
/** Fields that are asked for one by one, where asking for all of them together decides nothing. */
const singlyAtMost = 10;

/** What records of one answer show by themselves: fields that any of them has, and those that none has, which are open. */
export function shownBy(rows: Iterable<{ live: DwRecord; fields: readonly string[] }>) {
  const shown = new Set<string>();
  const open = new Set<string>();
  for (const { live, fields } of rows) {
    for (const id of fields) {
      if (Object.hasOwn(live.fields, id)) shown.add(id);
      else if (!isSystemField(id)) open.add(id);
    }
  }
  for (const id of shown) open.delete(id);
  return { shown, open };
}

/**
 * Looks for a record that shows a field, among the first of its table and by the filter for values that are not empty. Where that filter works and finds none,
 * the field is empty everywhere.
 * @param read by ID, as the records of jobs are
 */
export function createShownFields(list: ListRecords, read: ReadRows, now: () => number): ShownFields {
  const known = new Map<string, { at: number; isShown: boolean }>();

  /** Null where the platform refuses the filter. */
  async function recordsOf(table_id: Id, filter: Filter | null, limit: number, signal: AbortSignal) {
    try {
      return (await list({ table_id, filter, order: null, limit, offset: 0 }, signal)).items;
    } catch (error) {
      if (filter !== null && fateOf(error) === 'refused') return null;
      throw error;
    }
  }

  /** A record that shows each field; null: there is none that holds it. Fields that no record shows are left out. */
  async function witnessesOf(table_id: Id, fields: readonly string[], signal: AbortSignal) {
    const witnesses = new Map<string, DwRecord | null>();
    const first = (await recordsOf(table_id, null, limits.pageSizeMax, signal)) ?? [];
    const [held] = first.flatMap((record) => Object.keys(record.fields).filter((id) => holds(record, id)));
    // Nothing is shown at all.
    if (held === undefined) return witnesses;
    const other: string = held;
    const note = (records: readonly DwRecord[], ids: readonly string[]): string[] =>
      ids.filter((id) => {
        const witness = records.find((record) => holds(record, id));
        if (witness) witnesses.set(id, witness);
        return !witness;
      });
    const holding = (ids: readonly string[]) => recordsOf(table_id, holdsAny(ids), fewRecords, signal);

    /** Asks for records that hold any of some fields, as long as they show another one. */
    async function ask(ids: readonly string[]): Promise<readonly string[]> {
      let left = ids;
      while (left.length > 0) {
        const records = await holding(left);
        const open = note(records ?? [], left);
        if (records?.length === 0) {
          const works = (await holding(left.length > 1 ? [other, other] : [other]))?.some((one) => holds(one, other));
          if (works) for (const id of left) witnesses.set(id, null);
          return works ? [] : left;
        }
        if (open.length === left.length) return left;
        left = open;
      }
      return left;
    }

    const left = await ask(note(first, fields));
    // One of them may be hidden and the others empty, or a filter of several conditions does not work.
    if (fields.length > 1) for (const id of left.slice(0, singlyAtMost)) await ask([id]);
    return witnesses;
  }

  return async (table_id, fields, byId, signal) => {
    const nameOf = (id: string): string => JSON.stringify([table_id, id, byId]);
    const isKnown = (id: string): boolean => now() - (known.get(nameOf(id))?.at ?? Number.NEGATIVE_INFINITY) < keptMs;
    const open = [...fields].filter((id) => !isKnown(id));
    if (open.length > 0) {
      const witnesses = await witnessesOf(table_id, open, signal);
      const ids = new Set([...witnesses.values()].flatMap((record) => record?.item_id ?? []));
      const again = byId && ids.size > 0 ? await read(table_id, [...ids], signal) : null;
      const at = now();
      for (const id of open) {
        const witness = witnesses.get(id);
        let isShown = witness !== undefined;
        if (witness && again && !again.unreadable.has(witness.item_id)) {
          const record = again.records.get(witness.item_id);
          isShown = record !== undefined && holds(record, id);
        }
        known.set(nameOf(id), { at, isShown });
      }
    }
    return new Set([...fields].filter((id) => known.get(nameOf(id))?.isShown));
  };
}

/** Records with a value in any of some fields. */
function holdsAny(ids: readonly string[]): Filter {
  const conditions = ids.map((field) => ({ field, query: { em: false } }));
  return ids.length > 1 ? { or: conditions } : { and: conditions };
}

function holds({ fields }: DwRecord, id: string): boolean {
  return Object.hasOwn(fields, id) && !isEmptyValue(fields[id]);
}
