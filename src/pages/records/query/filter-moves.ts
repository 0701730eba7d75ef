import { entriesOf, type Filter, joinOf } from '../../../contract/filter';
import { isJsonObject, type Json } from '../../../contract/json';
import { entryAt, type FilterPath, replaceAt, withEntries } from './filter-tree';

/** What the builder does with an entry. Unknown keys and entries stay as they are; groups that become empty stay until the filter is settled. */

/** A filter after a change, and where the entry that was changed stands in it. */
export interface Moved {
  filter: Filter;
  path: FilterPath;
}

/** One step in reading order: past a condition, into a group beside it, or out of the group it stands in. Null at either end. */
export function moveEntry(filter: Filter, path: FilterPath, step: -1 | 1): Moved | null {
  const index = path.at(-1);
  const entry = entryAt(filter, path);
  if (index === undefined || entry === undefined) return null;
  const parent = path.slice(0, -1);
  const siblings = childrenAt(filter, parent);
  const neighbour = siblings[index + step];
  const left = withoutEntry(filter, path);
  if (neighbour === undefined) {
    const out = parent.at(-1);
    return out === undefined ? null : placed(left, [...parent.slice(0, -1), step === 1 ? out + 1 : out], entry);
  }
  if (joinOf(neighbour) === null) return placed(left, [...parent, index + step], entry);
  const into = [...parent, step === 1 ? index : index - 1];
  return placed(left, [...into, step === 1 ? 0 : childrenAt(left, into).length], entry);
}

/** Puts an entry into a group of its own, which joins by the other word. */
export function wrapEntry(filter: Filter, path: FilterPath): Moved | null {
  const entry = entryAt(filter, path);
  if (path.length === 0 || entry === undefined) return null;
  const around = joinOf(entryAt(filter, path.slice(0, -1)));
  return {
    filter: replaceAt(filter, path, { [around === 'and' ? 'or' : 'and']: [entry] }),
    path: [...path, 0],
  };
}

/** Puts the entries of a group in its place. Null when that would lose keys of the group that we do not know. */
export function ungroupEntry(filter: Filter, path: FilterPath): Moved | null {
  const group = entryAt(filter, path);
  if (path.length === 0 || !isJsonObject(group) || joinOf(group) === null || Object.keys(group).length > 1) return null;
  const place = path.at(-1) ?? 0;
  const parent = path.slice(0, -1);
  return { filter: withChildren(filter, parent, (all) => all.toSpliced(place, 1, ...entriesOf(group))), path };
}

/** The same entry once more, after itself. */
export function duplicateEntry(filter: Filter, path: FilterPath): Moved | null {
  const entry = entryAt(filter, path);
  if (path.length === 0 || entry === undefined) return null;
  return placed(filter, [...path.slice(0, -1), (path.at(-1) ?? 0) + 1], entry);
}

/** Takes an entry away, and says which one stands in its place. */
export function takeEntry(filter: Filter, path: FilterPath): Moved | null {
  if (path.length === 0) return null;
  const left = withoutEntry(filter, path);
  const parent = path.slice(0, -1);
  const count = childrenAt(left, parent).length;
  return { filter: left, path: count === 0 ? parent : [...parent, Math.min(path.at(-1) ?? 0, count - 1)] };
}

function placed(filter: Filter, path: FilterPath, entry: Json): Moved {
  return { filter: withChildren(filter, path.slice(0, -1), (all) => all.toSpliced(path.at(-1) ?? 0, 0, entry)), path };
}

function withoutEntry(filter: Filter, path: FilterPath): Filter {
  return withChildren(filter, path.slice(0, -1), (all) => all.toSpliced(path.at(-1) ?? 0, 1));
}

function childrenAt(filter: Filter, path: FilterPath): readonly Json[] {
  const group = entryAt(filter, path);
  return isJsonObject(group) ? entriesOf(group) : [];
}

function withChildren(filter: Filter, path: FilterPath, change: (entries: readonly Json[]) => Json[]): Filter {
  const group = entryAt(filter, path);
  return isJsonObject(group) ? replaceAt(filter, path, withEntries(group, change(entriesOf(group)))) : filter;
}
