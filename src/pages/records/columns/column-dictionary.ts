import { type FieldKind, fieldKinds, isFieldKind } from '../../../contract/field-kinds';
import { isJsonObject } from '../../../contract/json';
import { type ColumnChoice, chosenFor, isFree, renameColumn, retypeColumn } from '../../../grid/columns/column-choice';
import type { GridColumn } from '../../../grid/columns/columns-of';

/** Names and kinds of the fields of a table, as a file: what one person found out, for others. */
export interface ColumnDictionary {
  table_id: string;
  table_name: string;
  fields: DictionaryEntry[];
}

export interface DictionaryEntry {
  field_id: string;
  /** Missing: it is left unchanged. */
  name?: string;
  kind?: FieldKind;
}

const format = 'warehouse-console/field-dictionary';
const version = 1;
/** A file with more characters is not one of ours. */
export const dictionaryLengthMax = 5_000_000;

/** The dictionary as text. System fields are in it only where the user named them. */
export function formatDictionary(
  table: { table_id: string; table_name: string },
  columns: readonly GridColumn[],
  choice: ColumnChoice,
): string {
  const fields = columns
    .filter((column) => isFree(column) || chosenFor(choice.names, column.id) !== undefined)
    .map((column): DictionaryEntry => {
      const entry: DictionaryEntry = { field_id: column.id };
      if (column.name !== null) entry.name = column.name;
      // An unconfirmed type is a guess: it is not exported as knowledge.
      if (column.source === 'hand' || column.source === 'config') entry.kind = column.kind;
      return entry;
    });
  return `${JSON.stringify({ format, version, ...table, fields }, null, 2)}\n`;
}

/** Why a file is no dictionary. `at`: the field it is about, from 1. */
export type DictionaryProblem =
  | { reason: 'not-json' | 'not-a-dictionary' | 'too-large' }
  | { reason: 'newer'; version: number }
  | { reason: 'no-id' | 'bad-name'; at: number }
  | { reason: 'twice'; at: number; id: string }
  | { reason: 'bad-kind'; at: number; kinds: string };

export type ReadDictionary = { ok: true; dictionary: ColumnDictionary } | { ok: false; problem: DictionaryProblem };

/** Reads a file; one that is too large is not opened. */
export async function readDictionaryFile(file: File): Promise<ReadDictionary> {
  const tooLarge: ReadDictionary = { ok: false, problem: { reason: 'too-large' } };
  if (file.size > dictionaryLengthMax * 4) return tooLarge;
  return file.text().then(readDictionary, () => tooLarge);
}

/** Reads the text of a file; all of it or nothing. */
export function readDictionary(text: string): ReadDictionary {
  const no = (problem: DictionaryProblem): ReadDictionary => ({ ok: false, problem });
  if (text.length > dictionaryLengthMax) return no({ reason: 'too-large' });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return no({ reason: 'not-json' });
  }
  if (!isJsonObject(json) || json.format !== format || typeof json.version !== 'number') {
    return no({ reason: 'not-a-dictionary' });
  }
  if (json.version > version) return no({ reason: 'newer', version: json.version });
  if (!Array.isArray(json.fields)) return no({ reason: 'not-a-dictionary' });
  const fields: DictionaryEntry[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of json.fields.entries()) {
    const at = index + 1;
    if (!isJsonObject(entry) || typeof entry.field_id !== 'string' || entry.field_id === '') {
      return no({ reason: 'no-id', at });
    }
    const { field_id, name, kind } = entry;
    if (seen.has(field_id)) return no({ reason: 'twice', at, id: field_id });
    seen.add(field_id);
    const read: DictionaryEntry = { field_id };
    if (name !== undefined && name !== null) {
      if (typeof name !== 'string') return no({ reason: 'bad-name', at });
      if (name.trim() !== '') read.name = name.trim();
    }
    if (kind !== undefined && kind !== null) {
      if (!isFieldKind(kind)) return no({ reason: 'bad-kind', at, kinds: fieldKinds.join(', ') });
      read.kind = kind;
    }
    fields.push(read);
  }
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ok: true,
    dictionary: { table_id: textOf(json.table_id), table_name: textOf(json.table_name), fields },
  };
}

/** What a dictionary would change. */
export interface DictionaryMerge {
  choice: ColumnChoice;
  names: { id: string; before: string | null; after: string }[];
  kinds: { id: string; before: FieldKind; after: FieldKind }[];
  /** Entries that change nothing. */
  same: number;
  /** Fields that are in no loaded row: their entries are kept for when one appears. */
  unseen: string[];
}

/** Puts a dictionary into a choice. What was found so anyway is not set by hand, and what the dictionary does not name stays. */
export function mergeDictionary(
  found: readonly GridColumn[],
  choice: ColumnChoice,
  { fields }: ColumnDictionary,
): DictionaryMerge {
  const byId = new Map(found.map((column) => [column.id, column]));
  const merge: DictionaryMerge = { choice, names: [], kinds: [], same: 0, unseen: [] };
  for (const { field_id: id, name, kind } of fields) {
    const column = byId.get(id);
    if (!column) merge.unseen.push(id);
    const nameNow = chosenFor(merge.choice.names, id) ?? column?.name ?? null;
    let changed = false;
    if (name !== undefined && name !== nameNow) {
      merge.choice = renameColumn(merge.choice, id, name === column?.name ? null : name);
      merge.names.push({ id, before: nameNow, after: name });
      changed = true;
    }
    const kindNow = chosenFor(merge.choice.kinds, id) ?? column?.kind;
    if (kind !== undefined && kind !== kindNow && (!column || isFree(column))) {
      merge.choice = retypeColumn(merge.choice, id, kind === column?.kind ? null : kind);
      if (kindNow !== undefined) merge.kinds.push({ id, before: kindNow, after: kind });
      changed = true;
    }
    if (!changed) merge.same += 1;
  }
  return merge;
}
