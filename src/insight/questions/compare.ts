import { type FieldKind, isFile, isUser } from '../../contract/field-kinds';
import type { Json } from '../../contract/json';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import { valueOfPair } from '../snapshot/column-values';
import { columnName, rawName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { findColumn, isNumeric, isTemporal, isTextual, trimmedSql } from './column-sql';
import { cellText } from './rows';

export interface ColumnPair {
  before: string;
  after: string;
}

export const changeKinds = ['added', 'removed', 'changed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface CompareQuestion {
  /** Columns that together identify a row; `item_id` for snapshots of one table. */
  keys: readonly ColumnPair[];
  fields: readonly ColumnPair[];
  /** Empty, null and not set are the same, as in a file. */
  areBlanksSame: boolean;
  /** Rows to list. */
  show: readonly ChangeKind[];
  limit: number;
}

export interface RowChange {
  kind: ChangeKind;
  /** Texts of the keys. */
  key: string[];
  /** Record ID on each side; null where there is none. */
  id: { before: string | null; after: string | null };
  /** The fields that differ, of added and removed rows those that are set; `undefined` where not set. */
  fields: { before: string; after: string; old: Json | undefined; new: Json | undefined }[];
}

export interface CompareAnswer {
  added: number;
  removed: number;
  changed: number;
  same: number;
  /** Keys that several rows of a side have, and rows with such a key on either side: they are not compared. */
  duplicateKeys: { before: number; after: number; rowsBefore: number; rowsAfter: number; examples: string[][] };
  /** Rows without a value of the key's type: not compared. */
  withoutKey: { before: number; after: number };
  /** Changed rows per pair of `fields`. */
  changedPerField: number[];
  rows: RowChange[];
  ms: number;
}

/** Columns of the same ID, else of the same label. */
export function pairsOf(before: Source, after: Source): ColumnPair[] {
  return before.columns.flatMap((column) => {
    const same = findColumn(after, column.id) ?? after.columns.find(({ label }) => label === column.label);
    return same ? [{ before: column.id, after: same.id }] : [];
  });
}

interface Pair {
  before: SnapshotColumn;
  after: SnapshotColumn;
}

const examples = 10;

export async function askCompare(
  engine: Engine,
  before: Source,
  after: Source,
  question: CompareQuestion,
  options: RunOptions = {},
): Promise<CompareAnswer> {
  const found = (pairs: readonly ColumnPair[]) =>
    pairs.flatMap((pair): Pair[] => {
      const [one, two] = [findColumn(before, pair.before), findColumn(after, pair.after)];
      return one && two ? [{ before: one, after: two }] : [];
    });
  const keys = found(question.keys);
  const known = question.fields.map((pair) => found([pair])[0] ?? null);
  const fields = known.filter((pair) => pair !== null);
  const answer: CompareAnswer = {
    added: 0,
    removed: 0,
    changed: 0,
    same: 0,
    duplicateKeys: { before: 0, after: 0, rowsBefore: 0, rowsAfter: 0, examples: [] },
    withoutKey: { before: 0, after: 0 },
    changedPerField: known.map(() => 0),
    rows: [],
    ms: 0,
  };
  if (keys.length === 0) return answer;
  const tables = comparisonSql(before, after, keys, fields, question.areBlanksSame);
  const run = async (sql: string, most?: number) => {
    const result = await engine.run(`WITH ${tables} ${sql}`, { ...options, ...(most ? { most } : {}) });
    answer.ms += result.ms;
    return result.rows;
  };
  const names = keys.map((_, index) => `k${index}`);
  const count = (test: string) => `count(*) FILTER (WHERE ${test})`;
  const kinds = changeKinds.map((kind) => count(`kind = '${kind}'`));
  const perField = fields.map((_, index) => count(`kind = 'changed' AND d${index}`));
  const twice = (table: string) => [
    `(SELECT count(*) FROM (SELECT 1 FROM ${table} GROUP BY ${names.join(', ')} HAVING count(*) > 1))`,
    `(SELECT count(*) FROM ${table} SEMI JOIN twice USING (${names.join(', ')}))`,
    `(SELECT count(*) FROM ${table}_all) - (SELECT count(*) FROM ${table})`,
  ];
  const [cells = []] = await run(
    `SELECT ${[...twice('b'), ...twice('a'), ...kinds, count("kind = 'same'"), ...perField].join(', ')} FROM c`,
  );
  const [twiceB, rowsB, withoutB, twiceA, rowsA, withoutA, added, removed, changed, same, ...each] = cells.map(Number);
  Object.assign(answer, { added, removed, changed, same, withoutKey: { before: withoutB, after: withoutA } });
  answer.duplicateKeys = {
    before: twiceB ?? 0,
    after: twiceA ?? 0,
    rowsBefore: rowsB ?? 0,
    rowsAfter: rowsA ?? 0,
    examples: [],
  };
  answer.changedPerField = known.map((pair) => (pair === null ? 0 : (each[fields.indexOf(pair)] ?? 0)));
  if (twiceB || twiceA) {
    const keysTwice = await run(`SELECT ${names.join(', ')} FROM twice ORDER BY ALL LIMIT ${examples}`);
    answer.duplicateKeys.examples = keysTwice.map((row) => row.map(cellText));
  }
  const show = question.show.filter((kind) => changeKinds.includes(kind));
  if (show.length === 0 || question.limit < 1) return answer;
  const cellsOf = fields.flatMap((_, index) => [`d${index}`, `tb${index}`, `rb${index}`, `ta${index}`, `ra${index}`]);
  const list = await run(
    `SELECT ${['kind', ...names, 'idb', 'ida', ...cellsOf].join(', ')} FROM c WHERE kind IN (${show.map((kind) => `'${kind}'`).join(', ')}) ORDER BY kind, ${names.join(', ')} LIMIT ${Math.trunc(question.limit)}`,
    Math.trunc(question.limit),
  );
  answer.rows = list.map((row) => readChange(row, names.length, fields));
  return answer;
}

function readChange(row: readonly Cell[], keys: number, fields: readonly Pair[]): RowChange {
  const text = (cell: Cell | undefined) => (cell == null ? null : cellText(cell));
  const kind = row[0] as ChangeKind;
  const changes = fields.flatMap((pair, index) => {
    const [differs = null, tb = null, rb = null, ta = null, ra = null] = row.slice(keys + 3 + 5 * index);
    const change = {
      before: pair.before.id,
      after: pair.after.id,
      old: valueOfPair(pair.before, tb, rb),
      new: valueOfPair(pair.after, ta, ra),
    };
    const isShown = kind === 'changed' ? differs === true : change.old !== undefined || change.new !== undefined;
    return isShown ? [change] : [];
  });
  return {
    kind,
    key: row.slice(1, keys + 1).map(cellText),
    id: { before: text(row[keys + 1]), after: text(row[keys + 2]) },
    fields: changes,
  };
}

/** Tables of a statement: `b` and `a`, rows with a key; `twice`, keys of several rows; `c`, each other row with what became of it. */
function comparisonSql(before: Source, after: Source, keys: Pair[], fields: Pair[], areBlanksSame: boolean): string {
  const names = keys.map((_, index) => `k${index}`);
  const using = names.join(', ');
  const side = (source: Source, own: 'before' | 'after', letter: string) => {
    const other = own === 'before' ? 'after' : 'before';
    const id = findColumn(source, 'item_id');
    const columns = [
      ...keys.map((pair, index) => `${comparable(pair[own], pair[other])} AS k${index}`),
      `${id ? `${columnName(id)}::VARCHAR` : 'NULL::VARCHAR'} AS id${letter}`,
      ...fields.flatMap((pair, index) => [
        `${columnName(pair[own])} AS t${letter}${index}`,
        `${rawName(pair[own])} AS r${letter}${index}`,
        `${comparable(pair[own], pair[other])} AS v${letter}${index}`,
      ]),
    ];
    const filled = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
    return [
      `${letter}_all AS (SELECT ${columns.join(', ')} FROM ${source.table})`,
      `${letter} AS (SELECT * FROM ${letter}_all WHERE ${filled})`,
    ];
  };
  const several = (letter: string) => `SELECT ${using} FROM ${letter} GROUP BY ${using} HAVING count(*) > 1`;
  const differs = fields.map((pair, index) => `(NOT ${sameSql(pair, index, areBlanksSame)}) AS d${index}`);
  const any = fields.length === 0 ? 'false' : fields.map((_, index) => `d${index}`).join(' OR ');
  const once = (letter: string) => `(SELECT *, true AS in_${letter} FROM ${letter} ANTI JOIN twice USING (${using}))`;
  const joined = `SELECT ${['*', ...differs].join(', ')} FROM ${once('b')} FULL JOIN ${once('a')} USING (${using})`;
  const kind = `CASE WHEN in_b IS NULL THEN 'added' WHEN in_a IS NULL THEN 'removed' WHEN ${any} THEN 'changed' ELSE 'same' END AS kind`;
  return [
    ...side(before, 'before', 'b'),
    ...side(after, 'after', 'a'),
    `twice AS (${several('b')} UNION ${several('a')})`,
    `c AS (SELECT *, ${kind} FROM (${joined}))`,
  ].join(', ');
}

/** Column types to which a text of a file is turned for a comparison. */
const castOf: Partial<Record<SnapshotColumn['type'], string>> = {
  integer: 'DECIMAL(38, 12)',
  decimal: 'DECIMAL(38, 12)',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIMESTAMP',
};

/** The value in a form that compares with the other column: numbers by value, a text as what the other is, lists as their entries or as one text. */
function comparable(column: SnapshotColumn, other: SnapshotColumn): string {
  const name = columnName(column);
  if (column.isList) return other.isList ? name : `array_to_string(${name}, ', ')`;
  if (column.type === other.type && !other.isList) return name;
  if (isNumeric(column) && isNumeric(other)) return name;
  if (isTemporal(column) && isTemporal(other)) return `${name}::TIMESTAMP`;
  const cast = isTextual(column) && !other.isList ? castOf[other.type] : undefined;
  if (cast) return `TRY_CAST(${trimmedSql(name)} AS ${cast})`;
  return isTextual(other) && castOf[column.type] ? name : `${name}::VARCHAR`;
}

/** The raw text without links that are made anew with every answer. */
function rawSql(kind: FieldKind, raw: string): string {
  if (!isFile(kind) && !isUser(kind)) return raw;
  const part = isFile(kind) ? 'link' : 'avatar';
  return `regexp_replace(${raw}, '"${part}":("(\\\\.|[^"\\\\])*"|\\{[^{}]*\\}|null),?', '', 'g')`;
}

/** Never null. */
function sameSql({ before, after }: Pair, index: number, areBlanksSame: boolean): string {
  const [tb, rb, ta, ra] = [`tb${index}`, `rb${index}`, `ta${index}`, `ra${index}`];
  const blank = (typed: string, raw: string) =>
    `(${typed} IS NULL AND (${raw} IS NULL OR ${raw} IN ('null', '""', '[]')))`;
  const isSameForm =
    before.isList === after.isList && (before.type === after.type || (isNumeric(before) && isNumeric(after)));
  const raws = `${rawSql(before.kind, rb)} IS NOT DISTINCT FROM ${rawSql(after.kind, ra)}`;
  const values = `vb${index} IS NOT DISTINCT FROM va${index}`;
  // Between different forms, as a text of a file and an option, only one side has IDs.
  const both = isSameForm
    ? `(${values} AND ${raws})`
    : `CASE WHEN ${tb} IS NULL OR ${ta} IS NULL THEN ${tb} IS NULL AND ${ta} IS NULL AND ${raws} ELSE coalesce(vb${index} = va${index}, false) END`;
  return areBlanksSame ? `(${both} OR (${blank(tb, rb)} AND ${blank(ta, ra)}))` : both;
}
