import { type FieldKind, isAnyJson, isFile, isReference, kindOfValue, renewedParts } from '../contract/field-kinds';
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

/** What decides how values of a field are compared. */
export interface ComparedField {
  kind: FieldKind;
  /** Known options, needed where a loaded entry has a name and no id. */
  options: readonly FieldOption[];
}

const unknownField: ComparedField = { kind: 'json', options: [] };

/**
 * Whether two values of a field are the same: all that they hold is, and all ways of being empty are one. Of a kind that is written as ids the written and
 * the loaded form are equal (`["id"]`, `[{id, name, …}]`), in any order. Where nothing is known of the field, the kind is the one that the loaded value
 * looks like.
 */
export function sameValue(a: Json | undefined, b: Json | undefined, field: ComparedField = unknownField): boolean {
  if (isEmptyValue(a) || isEmptyValue(b)) return isEmptyValue(a) && isEmptyValue(b);
  if (sameJson(a, b)) return true;
  // Two values without a loaded form among them are plain JSON, and those were compared above.
  const loaded = holdsObject(a) ? a : holdsObject(b) ? b : null;
  if (loaded === null) return false;
  const kind = isAnyJson(field.kind) ? kindOfValue(loaded) : field.kind;
  return kind !== null && isReference(kind) && sameReferences(a, b, kind, field.options);
}

function sameReferences(
  a: Json | undefined,
  b: Json | undefined,
  kind: FieldKind,
  options: readonly FieldOption[],
): boolean {
  const [left, right] = [a, b].map((value) => {
    const entries = Array.isArray(value) ? value : [value ?? null];
    const named = entries.map((entry) => ({ entry, id: idWritten(entry, options) ?? '' }));
    return named.sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
  });
  if (left === undefined || right?.length !== left.length) return false;
  return left.every(({ entry, id }, index) => {
    const other = right[index];
    if (other?.id !== id) return false;
    if (!isJsonObject(entry) || !isJsonObject(other.entry)) return id !== '';
    return (
      sameJson(entry, other.entry) ||
      (id !== '' && sameJson(withoutRenewed(entry, kind), withoutRenewed(other.entry, kind)))
    );
  });
}

/** The id by which an entry of either form is written; null where it is not known. */
function idWritten(entry: Json, options: readonly FieldOption[]): string | null {
  if (!isJsonObject(entry)) return isIdValue(entry) ? String(entry) : null;
  return idIn(entry) ?? idOf(nameIn(entry), options);
}

/** A loaded reference without what is made anew with each reading. */
function withoutRenewed(entry: JsonObject, kind: FieldKind): JsonObject {
  const renewed = renewedParts(kind);
  return Object.fromEntries(Object.entries(entry).filter(([part]) => !renewed.includes(part)));
}

/**
 * Whether writing `after` over `before` would change nothing. Stricter than `sameValue` among empty values, as the console distinguishes them: `null` over
 * `""` is a change; `null` over a missing field changes nothing readable.
 */
export function changesNothing(before: Json | undefined, after: Json, field?: ComparedField): boolean {
  if (isEmptyValue(before) && isEmptyValue(after)) return before === undefined || sameJson(before, after);
  return sameValue(before, after, field);
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
