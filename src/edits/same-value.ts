import { type FieldKind, isFile, isReference } from '../contract/field-kinds';
import { type Id, integerOfId, isIntegerId } from '../contract/ids';
import { isEmptyValue, isJsonObject, type Json, type JsonObject, sameJson } from '../contract/json';
import type { FieldOption } from '../contract/tables';

/** What an option, user, relation or file value points to: read as an object, written as an id (field notes). */
export interface Reference {
  id: string | null;
  name: string | null;
}

const idKeys = ['item_id', 'user_id', 'file_id', 'id'] as const;
const nameKeys = ['name', 'title'] as const;

/** The things a value points to, in either form; null when it is not of that shape. */
export function referencesOf(value: Json | undefined): Reference[] | null {
  if (isEmptyValue(value)) return [];
  const entries = Array.isArray(value) ? value : [value];
  const references: Reference[] = [];
  for (const entry of entries) {
    if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'bigint') {
      references.push({ id: String(entry), name: null });
      continue;
    }
    if (!isJsonObject(entry)) return null;
    const reference = { id: idIn(entry), name: nameIn(entry) };
    if (reference.id === null && reference.name === null) return null;
    references.push(reference);
  }
  return references;
}

/** The files that a value names by ids that can be looked up (4.6), each once, in order. */
export function fileIdsOf(value: Json | undefined): Id[] {
  const ids = (referencesOf(value) ?? []).map(({ id }) => id);
  return [...new Set(ids.filter((id): id is Id => id !== null && isIntegerId(id)))];
}

function idIn(entry: JsonObject): string | null {
  for (const key of idKeys) {
    const value = entry[key];
    if (isIdValue(value)) return String(value);
  }
  return null;
}

function nameIn(entry: JsonObject): string | null {
  for (const key of nameKeys) {
    const value = entry[key];
    if (typeof value === 'string') return value;
  }
  return null;
}

/**
 * Whether two field values mean the same: the form in which a value is written (`["id"]`) and the one in which it is read (`[{id, name, …}]`) are
 * equal, and so are all ways of being empty. The order of references does not count, that of other arrays does.
 * @param options known options of the field, needed where a read entry carries a name and no id
 */
export function sameValue(a: Json | undefined, b: Json | undefined, options: readonly FieldOption[] = []): boolean {
  if (isEmptyValue(a) || isEmptyValue(b)) return isEmptyValue(a) && isEmptyValue(b);
  if (sameJson(a, b)) return true;
  // Two values without a read form among them are plain JSON, and those were compared above.
  if (!holdsObject(a) && !holdsObject(b)) return false;
  const left = referencesOf(a);
  const right = referencesOf(b);
  if (left === null || right === null || left.length !== right.length) return false;
  const ids = (references: Reference[]): (string | null)[] =>
    references.map(({ id, name }) => id ?? idOf(name, options));
  const leftIds = ids(left).sort();
  const rightIds = ids(right).sort();
  if (leftIds.every((id, index) => id !== null && id === rightIds[index])) return true;
  // Neither side has ids: names are all there is to compare.
  if (left.some(({ id }) => id !== null) || right.some(({ id }) => id !== null)) return false;
  const names = right.map(({ name }) => name).sort();
  return left
    .map(({ name }) => name)
    .sort()
    .every((name, index) => name !== null && name === names[index]);
}

/**
 * Whether writing `after` over `before` would change nothing. Stricter than `sameValue` among empty values, as the console distinguishes them: `null` over
 * `""` is a change; `null` over a missing field changes nothing readable.
 */
export function changesNothing(before: Json | undefined, after: Json, options: readonly FieldOption[] = []): boolean {
  if (isEmptyValue(before) && isEmptyValue(after)) return before === undefined || sameJson(before, after);
  return sameValue(before, after, options);
}

/** The form in which a value that was read is written back (field notes): references as ids, everything else as it is, nothing as `null`. */
export function writeForm(value: Json | undefined, kind: FieldKind, options: readonly FieldOption[] = []): Json {
  if (value === undefined || value === null) return null;
  if (!isReference(kind)) return value;
  if (typeof value !== 'object' || !holdsObject(value)) return value;
  const ids = referencesOf(value)?.map(({ id, name }) => id ?? idOf(name, options));
  if (!ids?.every((id) => id !== null)) return value;
  return isFile(kind) ? ids.map((id) => (isIntegerId(id) ? integerOfId(id) : id)) : ids;
}

function idOf(name: string | null, options: readonly FieldOption[]): string | null {
  const known = options.filter((option) => option.name === name);
  return known.length === 1 ? (known[0]?.id ?? null) : null;
}

function holdsObject(value: Json | undefined): boolean {
  return Array.isArray(value) ? value.some(isJsonObject) : isJsonObject(value);
}

function isIdValue(value: Json | undefined): value is string | number | bigint {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'bigint';
}
