import { type FieldKind, isFile, isNamedReference, isReference } from '../../contract/field-kinds';
import { integerOfId, isIntegerId } from '../../contract/ids';
import { isEmptyValue, isJsonObject, type Json } from '../../contract/json';
import { type DwRecord, systemFields } from '../../contract/records';
import type { FieldConfig } from '../../contract/tables';
import { cellText, referenceText } from '../../edits/cell-text';
import { referencesOf } from '../../edits/same-value';

/** A column of a file that is taken out. @typeParam Row what a row of it is made of */
export interface ExportColumn<Row = DwRecord> {
  /** Field id, or the name of a system field (2.4). */
  id: string;
  /** What people call the field; null for a system field and for one that nothing names. */
  name: string | null;
  kind: FieldKind;
  config: FieldConfig | null;
  /** JSON has its value as it is, and not without its links. */
  isExact?: true;
  /** The value of a record; undefined when the field is missing. */
  valueOf(row: Row): Json | undefined;
}

/** What the columns of a file are called. */
export const headerForms = ['names', 'ids'] as const;
export type HeaderForm = (typeof headerForms)[number];

/**
 * The headers of columns, all different; none of them is the ID of another field, so that each column is found on import.
 * @param columns all of the table: a name shared by two identifies neither, whichever of them is in the file
 */
export function headersOf(columns: readonly Pick<ExportColumn, 'id' | 'name'>[], form: HeaderForm): string[] {
  const names = columns.map(({ id, name }) => (form === 'names' ? name || id : id));
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const ids = new Set<string>([...systemFields, ...columns.map(({ id }) => id)]);
  return names.map((name, index) => {
    const { id } = columns[index] as { id: string };
    return name !== id && ((times.get(name) ?? 0) > 1 || ids.has(name)) ? `${name} (${id})` : name;
  });
}

/** How options, people and relations are written into a cell of text. Files are always ids: their names find nothing. */
export const referenceForms = ['names', 'ids'] as const;
export type ReferenceForm = (typeof referenceForms)[number];

/** What references something, and what such an entry has besides: links that expire and are not data (4.6). */
const idKeys = ['item_id', 'user_id', 'file_id', 'id'];
const linkKeys = new Set(['avatar', 'link', 'links', 'url', 'source', 'download']);
const slash = 47;
const address = /^(https?:)?\/\//i;
/** Marks of an address that grants access. */
const signed =
  /[?&;](x-amz-|x-goog-|x-oss-|q-sign|ossaccesskeyid|awsaccesskeyid|key-pair-id|policy|signature|sign|sig|token|access_token|auth_key|expires?)[^=&]*=/i;

/**
 * A value as it goes into a file: without links. File ids stay. Text entered by people stays unchanged.
 * @returns undefined where a link was all there was
 */
export function withoutLinks(value: Json | undefined, kind: FieldKind): Json | undefined {
  if (isFile(kind)) return fileIds(value);
  return typeof value === 'object' && value !== null ? pruned(value) : value;
}

/** The text of a value without links, for a cell. `coerce` gives the value back for it. */
export function exportText(
  value: Json | undefined,
  kind: FieldKind,
  config: FieldConfig | null,
  references: ReferenceForm,
): string {
  if (isEmptyValue(value)) return '';
  if (typeof value !== 'object' && !isFile(kind)) return String(value);
  const direct = isNamedReference(kind) ? referencesOf(value) : null;
  // Of these only names and ids are written, and what is around them needs not be taken out.
  if (direct?.every(({ id, name }) => !isLink(id ?? '') && !isLink(name ?? ''))) {
    if (references === 'ids') return direct.map(({ id, name }) => id ?? name ?? '').join(', ');
    return referenceText(direct, config ?? undefined);
  }
  const kept = withoutLinks(value, kind);
  if (isEmptyValue(kept)) return '';
  if (typeof kept !== 'object') return String(kept);
  if (references === 'ids' || isFile(kind)) {
    const ids = isReference(kind) ? referencesOf(kept)?.map(({ id, name }) => id ?? name ?? '') : null;
    if (ids) return ids.join(', ');
  }
  return cellText(kept, kind, config ?? undefined);
}

/** Files by id where they have one, otherwise without their links. */
function fileIds(value: Json | undefined): Json | undefined {
  if (isEmptyValue(value)) return value;
  const references = referencesOf(value);
  if (references === null) return typeof value === 'object' ? pruned(value) : value;
  const kept = references.flatMap(({ id, name }): Json[] => {
    if (id !== null && !isLink(id)) return [isIntegerId(id) ? integerOfId(id) : id];
    return name !== null && !isLink(name) ? [name] : [];
  });
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? kept : kept[0];
}

function isLink(text: string): boolean {
  return text.charCodeAt(0) === slash || (text.includes('//') && address.test(text));
}

function pruned(value: Json): Json {
  if (Array.isArray(value)) {
    // Most values hold no object, and are their own copy.
    return value.some((entry) => typeof entry === 'object' && entry !== null) ? value.map(pruned) : value;
  }
  if (!isJsonObject(value)) return value;
  const reference = idKeys.some((key) => Object.hasOwn(value, key));
  const entries: [string, Json][] = [];
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'string') {
      if (signed.test(entry) && (address.test(entry) || entry.startsWith('/'))) continue;
      if (reference && linkKeys.has(key)) continue;
      entries.push([key, entry]);
    } else if (!(reference && linkKeys.has(key))) entries.push([key, pruned(entry)]);
  }
  return Object.fromEntries(entries);
}
