import {
  entriesOf,
  type Filter,
  type FilterCondition,
  type FilterEntry,
  type FilterGroup,
  isCondition,
  joinOf,
} from '../../../contract/filter';
import { isJsonObject, type Json } from '../../../contract/json';

/**
 * Changes of a filter, as a tree of groups. All of them leave unknown keys and entries as they are, and the given filter untouched; groups that become
 * empty stay until the filter is settled.
 */

/** The way to an entry: its index in the root group, then in the group below, and so on. The root itself is `[]`. */
export type FilterPath = readonly number[];

/** The entry at a path; undefined when there is none. */
export function entryAt(filter: Filter, path: FilterPath): Json | undefined {
  let entry: Json | undefined = filter;
  for (const index of path) entry = isJsonObject(entry) ? entriesOf(entry)[index] : undefined;
  return entry;
}

/** The entries of a group with their paths; `key` is the path as text. */
export function childrenOf(group: FilterGroup, path: FilterPath = []) {
  return entriesOf(group).map((entry, index) => {
    const at: FilterPath = [...path, index];
    return { entry, path: at, key: at.join('.') };
  });
}

/** Puts an entry in the place of another. */
export function replaceAt(filter: Filter, path: FilterPath, entry: Json): Filter {
  return splice(filter, path, 1, entry);
}

/** Joins the entries of the group at a path by the other word. */
export function joinAt(filter: Filter, path: FilterPath, join: 'and' | 'or'): Filter {
  return changeGroup(filter, path, (group) => {
    const now = joinOf(group);
    if (now === null || now === join) return group;
    const { [now]: entries = [], ...rest } = group;
    return { ...rest, [join]: entries };
  });
}

/** The filter to send, without groups that hold nothing: null when nothing is left in it. */
export function settled(filter: Filter | null): Filter | null {
  if (filter === null) return null;
  const left = withoutEmptyGroups(filter);
  return isEmptyGroup(left) ? null : left;
}

function withoutEmptyGroups(group: FilterGroup): FilterGroup {
  const entries = entriesOf(group)
    .map((entry) => (isJsonObject(entry) && joinOf(entry) !== null ? withoutEmptyGroups(entry) : entry))
    .filter((entry) => !isEmptyGroup(entry));
  return withEntries(group, entries);
}

/** Groups without any entry filter nothing; a group that holds keys which we do not know is not ours to judge. */
function isEmptyGroup(entry: Json): boolean {
  return isJsonObject(entry) && joinOf(entry) !== null && !entriesOf(entry).length && Object.keys(entry).length === 1;
}

/** A filter after a change, and where the entry that was changed is in it. */
export interface Moved {
  filter: Filter;
  path: FilterPath;
}

/** Adds an entry at the end of the group at a path. */
export function appendEntry(filter: Filter, path: FilterPath, entry: Json): Moved {
  return inserted(filter, [...path, childrenAt(filter, path).length], entry);
}

/** One step in reading order: past a condition, into a group beside it, or out of the group that holds it. Null at either end. */
export function moveEntry(filter: Filter, path: FilterPath, step: -1 | 1): Moved | null {
  const [parent, index] = splitPath(path);
  const entry = entryAt(filter, path);
  if (index === undefined || entry === undefined) return null;
  const neighbour = childrenAt(filter, parent)[index + step];
  const left = splice(filter, path, 1);
  if (neighbour === undefined) {
    const [outer, out] = splitPath(parent);
    return out === undefined ? null : inserted(left, [...outer, step === 1 ? out + 1 : out], entry);
  }
  if (joinOf(neighbour) === null) return inserted(left, [...parent, index + step], entry);
  const into = [...parent, step === 1 ? index : index - 1];
  return inserted(left, [...into, step === 1 ? 0 : childrenAt(left, into).length], entry);
}

/** Puts an entry into a group of its own, which joins by the other word. */
export function wrapEntry(filter: Filter, path: FilterPath): Moved | null {
  const entry = entryAt(filter, path);
  if (path.length === 0 || entry === undefined) return null;
  const around = joinOf(entryAt(filter, path.slice(0, -1)));
  return { filter: replaceAt(filter, path, { [around === 'and' ? 'or' : 'and']: [entry] }), path: [...path, 0] };
}

/** Puts the entries of a group in its place. Null when that would lose keys of the group that we do not know. */
export function ungroupEntry(filter: Filter, path: FilterPath): Moved | null {
  const group = entryAt(filter, path);
  if (path.length === 0 || !isJsonObject(group) || joinOf(group) === null || Object.keys(group).length > 1) return null;
  return { filter: splice(filter, path, 1, ...entriesOf(group)), path };
}

/** The same entry once more, after itself. */
export function duplicateEntry(filter: Filter, path: FilterPath): Moved | null {
  const [parent, index] = splitPath(path);
  const entry = entryAt(filter, path);
  return index === undefined || entry === undefined ? null : inserted(filter, [...parent, index + 1], entry);
}

/** Takes an entry away; the path is that of the one in its place then. */
export function removeEntry(filter: Filter, path: FilterPath): Moved | null {
  const [parent, index] = splitPath(path);
  if (index === undefined) return null;
  const left = splice(filter, path, 1);
  const count = childrenAt(left, parent).length;
  return { filter: left, path: count === 0 ? parent : [...parent, Math.min(index, count - 1)] };
}

function splitPath(path: FilterPath): [parent: FilterPath, index: number | undefined] {
  return [path.slice(0, -1), path.at(-1)];
}

function childrenAt(filter: Filter, path: FilterPath): readonly Json[] {
  const group = entryAt(filter, path);
  return isJsonObject(group) ? entriesOf(group) : [];
}

function inserted(filter: Filter, path: FilterPath, entry: Json): Moved {
  return { filter: splice(filter, path, 0, entry), path };
}

/** Takes entries away at a path, and puts others there. */
function splice(filter: Filter, path: FilterPath, remove: number, ...entries: Json[]): Filter {
  const [parent, index] = splitPath(path);
  if (index === undefined) return filter;
  return changeGroup(filter, parent, (group) =>
    withEntries(group, entriesOf(group).toSpliced(index, remove, ...entries)),
  );
}

function changeGroup(
  group: FilterGroup,
  [index, ...below]: FilterPath,
  change: (group: FilterGroup) => FilterGroup,
): FilterGroup {
  if (index === undefined) return change(group);
  const entries = entriesOf(group).map((entry, at) =>
    at === index && isJsonObject(entry) ? changeGroup(entry, below, change) : entry,
  );
  return withEntries(group, entries);
}

/** A group with other entries; one that joins nothing stays as it is. */
function withEntries(group: FilterGroup, entries: Json[]): FilterGroup {
  const join = joinOf(group);
  return join === null ? group : { ...group, [join]: entries };
}

/** The condition on a field that a filter has beside its groups; undefined where it has none, or several. */
export function conditionOn(filter: Filter | null, field: string | null): FilterCondition | undefined {
  const [only, ...others] = filter
    ? entriesOf(filter).filter((entry) => isCondition(entry) && entry.field === field)
    : [];
  return isCondition(only) && others.length === 0 ? only : undefined;
}

/** A filter with another condition in the place of one beside its groups. */
export function withCondition(filter: Filter, before: FilterCondition, after: FilterCondition): Filter {
  const join = joinOf(filter) ?? 'and';
  return { ...filter, [join]: entriesOf(filter).map((entry) => (entry === before ? after : entry)) };
}

/** Conditions of which any one is enough; a single one as it is. */
export function eitherOf(conditions: readonly FilterCondition[]): FilterEntry {
  const [only] = conditions;
  return only && conditions.length === 1 ? only : { or: [...conditions] };
}
