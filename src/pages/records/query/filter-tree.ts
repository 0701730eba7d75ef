import { entriesOf, type Filter, type FilterGroup, joinOf } from '../../../contract/filter';
import { isJsonObject, type Json } from '../../../contract/json';

/** The way to an entry: its index in the root group, then in the group below, and so on. The root itself is `[]`. */
export type FilterPath = readonly number[];

/** Changes of a filter. All of them leave unknown keys and entries as they are, and the given filter untouched. */

/** The entry at a path; undefined when there is none. */
export function entryAt(filter: Filter, path: FilterPath): Json | undefined {
  let entry: Json | undefined = filter;
  for (const index of path) entry = isJsonObject(entry) ? entriesOf(entry)[index] : undefined;
  return entry;
}

/** Puts an entry in the place of another. */
export function replaceAt(filter: Filter, path: FilterPath, entry: Json): Filter {
  const [index, ...rest] = path;
  if (index === undefined) return isJsonObject(entry) ? entry : filter;
  return withEntries(
    filter,
    entriesOf(filter).map((old, at) => {
      if (at !== index) return old;
      return rest.length === 0 ? entry : isJsonObject(old) ? replaceAt(old, rest, entry) : old;
    }),
  );
}

/** Takes an entry away; a group below the root that it leaves empty goes with it. */
export function removeAt(filter: Filter, path: FilterPath): Filter {
  const [index, ...rest] = path;
  if (index === undefined) return filter;
  const entries = entriesOf(filter).flatMap((old, at) => {
    if (at !== index) return [old];
    if (rest.length === 0 || !isJsonObject(old)) return [];
    const left = removeAt(old, rest);
    return isEmptyGroup(left) ? [] : [left];
  });
  return withEntries(filter, entries);
}

/** Adds an entry at the end of the group at a path. */
export function appendAt(filter: Filter, path: FilterPath, entry: Json): Filter {
  const group = entryAt(filter, path);
  if (!isJsonObject(group) || joinOf(group) === null) return filter;
  return replaceAt(filter, path, withEntries(group, [...entriesOf(group), entry]));
}

/** Joins the entries of the group at a path by the other word. */
export function joinAt(filter: Filter, path: FilterPath, join: 'and' | 'or'): Filter {
  const group = entryAt(filter, path);
  if (!isJsonObject(group)) return filter;
  const now = joinOf(group);
  if (now === null || now === join) return filter;
  const entries = entriesOf(group);
  const { [now]: _entries, ...rest } = group;
  return replaceAt(filter, path, { ...rest, [join]: entries });
}

/** The filter to ask with, without groups that hold nothing: null when nothing is left in it. */
export function settled(filter: Filter | null): Filter | null {
  if (filter === null) return null;
  const left = withoutEmpty(filter);
  return isEmptyGroup(left) ? null : left;
}

function withoutEmpty(group: FilterGroup): FilterGroup {
  const entries = entriesOf(group).flatMap((entry) => {
    if (joinOf(entry) === null || !isJsonObject(entry)) return [entry];
    const left = withoutEmpty(entry);
    return isEmptyGroup(left) ? [] : [left];
  });
  return entries.every((entry, index) => entry === entriesOf(group)[index]) &&
    entries.length === entriesOf(group).length
    ? group
    : withEntries(group, entries);
}

/** Groups without any entry filter nothing; a group that holds keys which we do not know is not ours to judge. */
function isEmptyGroup(group: FilterGroup): boolean {
  const join = joinOf(group);
  return join !== null && entriesOf(group).length === 0 && Object.keys(group).length === 1;
}

/** A group with other entries; one that joins nothing stays as it is. */
export function withEntries(group: FilterGroup, entries: Json[]): FilterGroup {
  const join = joinOf(group);
  return join === null ? group : { ...group, [join]: entries };
}
