import { isJsonObject, type Json, type JsonObject } from './json';

/**
 * A filter lives inside as the API's own JSON (4.4.1), so that nothing unknown in it is ever lost: a group is an object with `and` or `or` and an
 * array of entries; an entry is a condition (`field`, `query`) or a group again (field notes).
 */
export type Filter = FilterGroup;
export type FilterGroup = JsonObject;
export type FilterCondition = JsonObject & { field: string; query: FilterQuery };
export type FilterEntry = FilterGroup | FilterCondition;
/** Operator → operand, several read as AND; the key `or` holds an array of such objects for the same field (field notes). */
export type FilterQuery = JsonObject;

/** The two operators that the contract itself shows (4.4.1); all others are undocumented until an answer shows that they filter. */
export const contractOperators: readonly string[] = ['eq', 'gte'];

/** The placeholder of the caller in a user field (field notes). */
export const myself = 'myself';

/** Which way a group joins its entries; null when the entry is not a group. An object with both is an `and` (its `or` is kept as it is). */
export function joinOf(entry: Json | undefined): 'and' | 'or' | null {
  if (!isJsonObject(entry)) return null;
  if (Array.isArray(entry.and)) return 'and';
  return Array.isArray(entry.or) ? 'or' : null;
}

/** Whether an entry is a condition: a `field` and a `query` object (4.4.1). */
export function isCondition(entry: Json | undefined): entry is FilterCondition {
  return isJsonObject(entry) && typeof entry.field === 'string' && isJsonObject(entry.query);
}

/** The entries of a group, as they are on the wire. */
export function entriesOf(group: FilterGroup): Json[] {
  const join = joinOf(group);
  return join === null ? [] : (group[join] as Json[]);
}

/** A filter for the rows that meet both. */
export function bothFilters(first: Filter | null, second: Filter): Filter {
  if (first === null) return second;
  return { and: [first, second].flatMap((filter) => (joinOf(filter) === 'and' ? entriesOf(filter) : [filter])) };
}

export type ReadFilter = { ok: true; filter: Filter } | { ok: false; reason: string; path: string };

/**
 * How deep groups may be nested, and how many conditions a filter may hold, before it is refused unread; the embedded service takes as many values to compare
 * with, in all conditions together.
 */
export const filterBounds = { depth: 20, conditions: 1000 } as const;

/**
 * Judges unknown JSON as a filter (4.4.1 and field notes). Unknown keys and operators are kept; what cannot be a filter is refused with the place,
 * as in `and.1.query`.
 */
export function readFilter(json: unknown): ReadFilter {
  let conditions = 0;
  const refuse = (reason: string, path: string): ReadFilter => ({ ok: false, reason, path });
  const judge = (entry: Json, path: string, depth: number): ReadFilter | null => {
    if (depth > filterBounds.depth) return refuse(`nested deeper than ${filterBounds.depth}`, path);
    if (!isJsonObject(entry)) return refuse('not an object', path);
    const join = joinOf(entry);
    if (join !== null) {
      for (const [index, child] of (entry[join] as Json[]).entries()) {
        const refusal = judge(child, path === '' ? `${join}.${index}` : `${path}.${join}.${index}`, depth + 1);
        if (refusal) return refusal;
      }
      return null;
    }
    conditions += 1;
    if (conditions > filterBounds.conditions) return refuse(`more than ${filterBounds.conditions} conditions`, path);
    if (typeof entry.field !== 'string') return refuse('neither a group ("and", "or") nor a condition ("field")', path);
    return isJsonObject(entry.query) ? null : refuse('the condition has no "query" object', `${path}.query`);
  };
  if (!isJsonObject(json)) return refuse('not an object', '');
  if (joinOf(json) === null) return refuse('neither "and" nor "or" with an array', '');
  return judge(json, '', 0) ?? { ok: true, filter: json };
}

/** Every condition of a filter, at any depth, in reading order. */
export function conditionsOf(group: FilterGroup): FilterCondition[] {
  return entriesOf(group).flatMap((entry) => {
    if (isCondition(entry)) return [entry];
    return isJsonObject(entry) ? conditionsOf(entry) : [];
  });
}
