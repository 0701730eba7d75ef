import type { FieldKind } from '../../contract/field-kinds';
import type { ValueType } from '../engine/answer';

/**
 * A field, or a system field, in a snapshot. It is two columns of a table of the engine:
 * - `columnName`: the value as the engine computes with it; null where there is none, or it is not of the column's type;
 * - `rawName`: the value as JSON text wherever the first column does not give it back exactly: `null`, `""`, `[]`, a text in a field of numbers, options and
 *   persons with their IDs, a time with a zone. Null elsewhere.
 *
 * So a value is the raw one if there is one, else the first; it is not set where both are null.
 */
export interface SnapshotColumn {
  /** Field ID, or the name of a system field (2.4). */
  id: string;
  /** As people read it, unique in its snapshot: also the name of the column in SQL that people write. */
  label: string;
  kind: FieldKind;
  /** Of the column in the engine, where the ID cannot be: the engine takes names that differ in case alone as one. */
  name?: string;
  /** Of the value or, where `isList`, of each entry of its list. Widens while rows are loading: integer → decimal → double. */
  type: Exclude<ValueType, 'list' | 'other'>;
  /** The value is a list (several options, persons, files, records, texts): the engine's column is a list of texts, of what people read of each entry. */
  isList: boolean;
}

/** What questions are asked of. */
export interface Source {
  /** Name of the table in the engine, quoted; its columns are called as `columnName` and `rawName` say. */
  table: string;
  /** Name of the same rows with labels as names of columns, for SQL that people write, quoted. */
  labelled?: string;
  columns: readonly SnapshotColumn[];
}

/** A name as SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The column that the engine computes with, quoted. */
export function columnName(column: SnapshotColumn): string {
  return quoteName(column.name ?? column.id);
}

/** The column of what the other does not give back exactly, quoted. */
export function rawName(column: SnapshotColumn): string {
  return quoteName(`${column.name ?? column.id}#raw`);
}
