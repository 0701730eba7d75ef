import type { Engine, RunOptions } from '../engine/answer';
import { columnName, quoteText, rawName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';

/** What JavaScript takes for spaces, so that a text is judged alike in the engine and out of it. */
const spaceCharacters =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const spaces = quoteText(spaceCharacters);
const runOfSpaces = `'[\\s\\v\\p{Z}\\x{feff}]+'`;

const emptyRaw = `('""', '[]')`;

export function findColumn(source: Source, id: string): SnapshotColumn | null {
  return source.columns.find((column) => column.id === id) ?? null;
}

export function isNumeric({ type, isList }: Pick<SnapshotColumn, 'type' | 'isList'>): boolean {
  return !isList && (type === 'integer' || type === 'decimal' || type === 'double');
}

/** A number that names a record: its mean, spread and outliers mean nothing. */
export function isIdentifier({ id, label }: Pick<SnapshotColumn, 'id' | 'label'>): boolean {
  return id === 'item_id' || /(?:^|[\s_-])[Ii]d$|[a-z]Id$|(?:^|[^A-Z])ID$|编号$/.test(label);
}

export function isTemporal({ type, isList }: Pick<SnapshotColumn, 'type' | 'isList'>): boolean {
  return !isList && (type === 'date' || type === 'time');
}

export function isTextual({ type, isList }: Pick<SnapshotColumn, 'type' | 'isList'>): boolean {
  return !isList && type === 'text';
}

/** The value to compute with; null where the column has none, or one of another type. */
export function valueSql(column: SnapshotColumn): string {
  return columnName(column);
}

/** The columns that have anything in their raw column: looking for that is a tenth of looking at what it is. */
export async function rawsOf(
  engine: Engine,
  { table, columns }: Source,
  options: RunOptions,
): Promise<{ ids: Set<string>; rows: number; ms: number }> {
  const counts = columns.map((column) => `count(${rawName(column)})`);
  const answer = await engine.run(`SELECT ${['count(*)', ...counts].join(', ')} FROM ${table}`, options);
  const [rows, ...found] = (answer.rows[0] ?? []).map(Number);
  const ids = columns.flatMap(({ id }, index) => (found[index] ? [id] : []));
  return { ids: new Set(ids), rows: rows ?? 0, ms: answer.ms };
}

/** Exactly one of these is true of a row without a typed value, none of one with it; null is never the result. */
export function stateTests(column: SnapshotColumn) {
  const [name, raw] = [columnName(column), rawName(column)];
  return {
    null: `coalesce(${raw} = 'null', false)`,
    empty: `coalesce(${raw} IN ${emptyRaw}, false)`,
    notSet: `(${name} IS NULL AND ${raw} IS NULL)`,
    other: `(${name} IS NULL AND ${raw} IS NOT NULL AND ${raw} <> 'null' AND ${raw} NOT IN ${emptyRaw})`,
  };
}

/** Null, empty or not set. */
export function unfilledSql(column: SnapshotColumn): string {
  const raw = rawName(column);
  return `(${columnName(column)} IS NULL AND (${raw} IS NULL OR ${raw} = 'null' OR ${raw} IN ${emptyRaw}))`;
}

/** Index of the state in `valueStates`. */
export function stateSql(column: SnapshotColumn): string {
  const raw = rawName(column);
  return `CASE WHEN ${columnName(column)} IS NOT NULL THEN 0 WHEN ${raw} IS NULL THEN 3 WHEN ${raw} = 'null' THEN 1 WHEN ${raw} IN ${emptyRaw} THEN 2 ELSE 4 END`;
}

/** What people read of a value, as one text; entries of lists are kept apart by a character that none of them has. */
export function textSql(column: SnapshotColumn): string {
  if (column.isList) return `array_to_string(${columnName(column)}, chr(31))`;
  return column.type === 'text' ? valueSql(column) : `${columnName(column)}::VARCHAR`;
}

/** Without spaces at both ends. */
function trimmedSql(text: string): string {
  return `trim(${text}, ${spaces})`;
}

/** Whether a text begins or ends with a space; comparing it with itself trimmed takes ten times as long. */
export function hasOuterSpacesSql(text: string): string {
  return `regexp_matches(${text}, '\\A[\\s\\v\\p{Z}\\x{feff}]|[\\s\\v\\p{Z}\\x{feff}]\\z')`;
}

export interface Ignoring {
  case: boolean;
  accents: boolean;
  spaces: boolean;
}
export const ignoringAll: Ignoring = { case: true, accents: true, spaces: true };

/** The form in which texts are equal that differ only by what is ignored. */
export function similarSql(text: string, ignoring: Ignoring): string {
  // Most texts are plain: looking for what is not takes a tenth of the time.
  if (ignoring.case && ignoring.accents && ignoring.spaces)
    return `CASE WHEN regexp_matches(${text}, '[^ -~]|  ') THEN ${similarForm(text, ignoring)} ELSE trim(lower(${text})) END`;
  return similarForm(text, ignoring);
}

function similarForm(text: string, ignoring: Ignoring): string {
  let sql = text;
  if (ignoring.case) sql = `lower(${sql})`;
  if (ignoring.accents) sql = `strip_accents(${sql})`;
  if (ignoring.spaces) sql = trimmedSql(`regexp_replace(${sql}, ${runOfSpaces}, ' ', 'g')`);
  return sql;
}

const numberText = /^-?\d+(?:\.\d+)?$/;

/** A value of a column, given as text, as SQL; `NULL`, which nothing equals, where it is none of its type. */
export function literalSql(column: Pick<SnapshotColumn, 'type' | 'isList'>, text: string): string {
  if (column.isList || column.type === 'text') return quoteText(text);
  switch (column.type) {
    case 'integer':
    case 'decimal':
      return numberText.test(text) && text.length < 38 ? text : 'NULL';
    case 'double':
      return Number.isFinite(Number(text)) && text.trim() !== '' ? `(${quoteText(text)}::DOUBLE)` : 'NULL';
    case 'boolean':
      return text === 'true' || text === 'false' ? text : 'NULL';
    case 'date':
      return `TRY_CAST(${quoteText(text)} AS DATE)`;
    case 'time':
      return `TRY_CAST(${quoteText(text)} AS TIMESTAMP)`;
  }
}
