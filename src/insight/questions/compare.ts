import { type FieldKind, renewedParts } from '../../contract/field-kinds';
import type { Json } from '../../contract/json';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import { valueOfPair } from '../snapshot/column-values';
import { columnName, rawName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { findColumn } from './column-sql';
import { cellText } from './rows';

/** A column of each side. */
export interface ColumnPair {
  before: string;
  after: string;
}

/** `snapshot`: of the same table, where references are the same by their IDs · `table`, `file`: by what people read of them. */
export type ComparedWith = 'snapshot' | 'table' | 'file';

export const changeKinds = ['added', 'removed', 'changed', 'same'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface CompareQuestion {
  with: ComparedWith;
  /** Columns that together identify a row; none compares nothing. */
  keys: readonly ColumnPair[];
  fields: readonly ColumnPair[];
  /** Empty, null and not set are the same, as in a file. */
  areBlanksSame: boolean;
  /** Rows to list; null: all that differ. */
  show: ChangeKind | null;
  limit: number;
}

/** A question as it is chosen: the rest of it follows from what is compared. */
export interface CompareChoice extends Pick<CompareQuestion, 'areBlanksSame' | 'show' | 'limit'> {
  /** ID of a snapshot, or `file`. */
  other: string;
  /** None: the page proposes. */
  keys: readonly ColumnPair[];
  /** Columns, of this snapshot, that are not compared. */
  without: readonly string[];
}

/** A row of one side. */
interface ComparedRow {
  /** Record ID; of a file what `rowColumn` has. */
  id: string;
  title: string | null;
  updated_on: string | null;
}

export interface RowChange {
  kind: ChangeKind;
  /** Texts of the keys. */
  key: string[];
  before: ComparedRow | null;
  after: ComparedRow | null;
  /** The fields that differ; of added and removed rows those that are set. `undefined`: not set. */
  fields: { before: string; after: string; old: Json | undefined; new: Json | undefined }[];
}

export interface CompareAnswer {
  counts: Record<ChangeKind, number>;
  /** Keys that several rows of a side have, and the rows of both sides that have one of these: they are not compared. */
  repeated: { keys: number; before: number; after: number; examples: string[][] };
  /** Rows without a value in a key: not compared. */
  withoutKey: { before: number; after: number };
  /** Changed rows per pair of `fields`. */
  changedPerField: number[];
  rows: RowChange[];
  ms: number;
}

/** A column of a source that is no table: where a row is in it. */
export const rowColumn = '#row';

/** Columns of the same ID, else of the same label. */
export function pairsOf(before: Source, after: Source): ColumnPair[] {
  return before.columns.flatMap(({ id, label }) => {
    const same = findColumn(after, id) ?? after.columns.find((column) => column.label === label);
    return same ? [{ before: id, after: same.id }] : [];
  });
}

interface Pair {
  before: SnapshotColumn;
  after: SnapshotColumn;
}

const examplesShown = 5;

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
  const fields = found(question.fields);
  const answer: CompareAnswer = {
    counts: { added: 0, removed: 0, changed: 0, same: 0 },
    repeated: { keys: 0, before: 0, after: 0, examples: [] },
    withoutKey: { before: 0, after: 0 },
    changedPerField: [],
    rows: [],
    ms: 0,
  };
  if (keys.length === 0) return answer;
  const tables = tablesSql(before, after, keys, fields, question);
  const run = async (sql: string, most?: number) => {
    const result = await engine.run(`WITH ${tables} ${sql}`, { ...options, ...(most ? { most } : {}) });
    answer.ms += result.ms;
    return result.rows;
  };
  const names = keys.map((_, index) => `k${index}`).join(', ');
  const count = (test: string) => `count(*) FILTER (WHERE ${test})`;
  const figures = [
    ...changeKinds.map((kind) => count(`kind = '${kind}'`)),
    '(SELECT count(*) FROM twice)',
    ...['b', 'a'].map((side) => `(SELECT count(*) FROM ${side} SEMI JOIN twice USING (${names}))`),
    ...['b', 'a'].map((side) => `(SELECT count(*) FROM ${side}_all) - (SELECT count(*) FROM ${side})`),
    ...fields.map((_, index) => count(`kind = 'changed' AND d${index}`)),
  ];
  const [cells = []] = await run(`SELECT ${figures.join(', ')} FROM c`);
  const [added = 0, removed = 0, changed = 0, same = 0, ...rest] = cells.map(Number);
  const [repeated = 0, rowsBefore = 0, rowsAfter = 0, keylessBefore = 0, keylessAfter = 0, ...perField] = rest;
  answer.counts = { added, removed, changed, same };
  answer.withoutKey = { before: keylessBefore, after: keylessAfter };
  answer.changedPerField = perField;
  answer.repeated = { keys: repeated, before: rowsBefore, after: rowsAfter, examples: [] };
  if (repeated > 0) {
    const examples = await run(`SELECT ${names} FROM twice ORDER BY ALL LIMIT ${examplesShown}`);
    answer.repeated.examples = examples.map((row) => row.map(cellText));
  }
  const columns = [
    ...['kind', names],
    ...['b', 'a'].flatMap((side) => [`in_${side}`, `id_${side}`, `title_${side}`, `on_${side}`]),
    ...fields.flatMap((_, index) => [`d${index}`, `tb${index}`, `rb${index}`, `ta${index}`, `ra${index}`]),
  ];
  const wanted = question.show === null ? `kind <> 'same'` : `kind = '${question.show}'`;
  const list = `SELECT ${columns.join(', ')} FROM c WHERE ${wanted} ORDER BY kind, ${names} LIMIT ${question.limit}`;
  answer.rows = (await run(list, question.limit)).map((row) => readChange(row, keys.length, fields));
  return answer;
}

function readChange(row: readonly Cell[], keys: number, fields: readonly Pair[]): RowChange {
  const text = (cell: Cell | undefined) => (cell == null ? null : cellText(cell));
  const kind = row[0] as ChangeKind;
  const rowAt = (at: number): ComparedRow | null =>
    row[at] === true ? { id: text(row[at + 1]) ?? '', title: text(row[at + 2]), updated_on: text(row[at + 3]) } : null;
  return {
    kind,
    key: row.slice(1, keys + 1).map(cellText),
    before: rowAt(keys + 1),
    after: rowAt(keys + 5),
    fields: fields.flatMap((pair, index) => {
      const [differs = null, tb = null, rb = null, ta = null, ra = null] = row.slice(keys + 9 + 5 * index);
      const old = valueOfPair(pair.before, tb, rb);
      const now = valueOfPair(pair.after, ta, ra);
      const isShown = kind === 'changed' ? differs === true : kind !== 'same' && (old ?? now) !== undefined;
      return isShown ? [{ before: pair.before.id, after: pair.after.id, old, new: now }] : [];
    }),
  };
}

/** Tables of a statement: `b` and `a`, rows with a key; `twice`, keys of several rows; `c`, each other row with what became of it. */
function tablesSql(before: Source, after: Source, keys: Pair[], fields: Pair[], question: CompareQuestion): string {
  const names = keys.map((_, index) => `k${index}`);
  const using = names.join(', ');
  const side = (source: Source, own: 'before' | 'after', letter: string) => {
    const text = (id: string, name: string) => {
      const column = findColumn(source, id);
      return `${column ? asLoaded(column, columnName(column), rawName(column)) : 'NULL::VARCHAR'} AS ${name}_${letter}`;
    };
    const columns = [
      ...keys.map((pair, index) => `${keySql(pair, own)} AS k${index}`),
      text(findColumn(source, rowColumn) ? rowColumn : 'item_id', 'id'),
      text('title', 'title'),
      text('updated_on', 'on'),
      ...fields.flatMap((pair, index) => [
        `${columnName(pair[own])} AS t${letter}${index}`,
        `${rawName(pair[own])} AS r${letter}${index}`,
      ]),
    ];
    const filled = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
    return [
      `${letter}_all AS (SELECT ${columns.join(', ')} FROM ${source.table})`,
      `${letter} AS (SELECT * FROM ${letter}_all WHERE ${filled})`,
    ];
  };
  const several = (letter: string) => `SELECT ${using} FROM ${letter} GROUP BY ${using} HAVING count(*) > 1`;
  const once = (letter: string) => `(SELECT *, true AS in_${letter} FROM ${letter} ANTI JOIN twice USING (${using}))`;
  const differs = fields.map((pair, index) => `(NOT ${sameSql(pair, index, question)}) AS d${index}`);
  const any = fields.map((_, index) => `d${index}`).join(' OR ') || 'false';
  const kind = `CASE WHEN in_b IS NULL THEN 'added' WHEN in_a IS NULL THEN 'removed' WHEN ${any} THEN 'changed' ELSE 'same' END`;
  const joined = `SELECT ${['*', ...differs].join(', ')} FROM ${once('b')} FULL JOIN ${once('a')} USING (${using})`;
  return [
    ...side(before, 'before', 'b'),
    ...side(after, 'after', 'a'),
    `twice AS (${several('b')} UNION ${several('a')})`,
    `c AS (SELECT *, ${kind} AS kind FROM (${joined}))`,
  ].join(', ');
}

/** Whether the engine compares the values of two columns exactly: numbers of different forms it would round, or fail to convert. */
function areAlike({ before, after }: Pair): boolean {
  return before.isList === after.isList && before.type === after.type && before.type !== 'decimal';
}

/** What rows are found by; null where there is no value. */
function keySql(pair: Pair, own: 'before' | 'after'): string {
  const column = pair[own];
  const [typed, raw] = [columnName(column), rawName(column)];
  return areAlike(pair) ? typed : `CASE WHEN NOT ${blankSql(typed, raw)} THEN ${asLoaded(column, typed, raw)} END`;
}

/** Never null. */
function sameSql(pair: Pair, index: number, { with: other, areBlanksSame }: CompareQuestion): string {
  const { before, after } = pair;
  const [tb, rb, ta, ra] = [`tb${index}`, `rb${index}`, `ta${index}`, `ra${index}`];
  const raws = `${lastingSql(before.kind, rb)} IS NOT DISTINCT FROM ${lastingSql(after.kind, ra)}`;
  const blanks = `${blankSql(tb, rb)} AND ${blankSql(ta, ra)}`;
  const isText = (typed: string, raw: string) => `(${typed} IS NULL AND ${raw} LIKE '"%')`;
  // A text in a field of numbers is another value than the number.
  const kinds = other === 'snapshot' ? `${isText(tb, rb)} = ${isText(ta, ra)} AND ` : '';
  const texts = `${asLoaded(before, tb, rb)} = ${asLoaded(after, ta, ra)}`;
  const values = areAlike(pair)
    ? `${tb} IS NOT DISTINCT FROM ${ta} AND ${raws}`
    : `CASE WHEN ${blankSql(tb, rb)} OR ${blankSql(ta, ra)} THEN ${blanks} AND ${raws} ELSE ${kinds}${numbersSql(pair, index) ?? texts} END`;
  const same = [`(${values})`];
  if (other !== 'snapshot' && areAlike(pair))
    same.push(`(NOT ${blankSql(tb, rb)} AND NOT ${blankSql(ta, ra)} AND ${texts})`);
  if (other !== 'snapshot' && before.isList && after.isList) same.push(`list_sort(${tb}) = list_sort(${ta})`);
  if (areBlanksSame) same.push(`(${blanks})`);
  // A row of a file says nothing of fields that it does not have.
  if (other === 'file') same.push(`(${ta} IS NULL AND ${ra} IS NULL)`);
  return `coalesce(${same.join(' OR ')}, false)`;
}

/** Null, empty or not set. */
function blankSql(typed: string, raw: string): string {
  return `(${typed} IS NULL AND (${raw} IS NULL OR ${raw} IN ('null', '""', '[]')))`;
}

/** A double and an exact number: up to 15 digits one double is one number, beyond that all digits have to be the same. Null for other pairs. */
function numbersSql({ before, after }: Pair, index: number): string | null {
  const isExact = ({ type }: SnapshotColumn) => type === 'integer' || type === 'decimal';
  const isDoubleFirst = before.type === 'double' && isExact(after);
  if (!isDoubleFirst && !(after.type === 'double' && isExact(before))) return null;
  const side = (letter: string, column: SnapshotColumn) => {
    const [typed, raw] = [`t${letter}${index}`, `r${letter}${index}`];
    const digits = `trim(regexp_replace(split_part(${typed}::VARCHAR, 'e', 1), '[-.]', '', 'g'), '0')`;
    return { typed, raw, digits, text: asLoaded(column, typed, raw) };
  };
  const [one, two] = [side('b', before), side('a', after)];
  const [double, exact] = isDoubleFirst ? [one, two] : [two, one];
  const isOne = `(length(${exact.digits}) <= 15 OR ${exact.digits} = ${double.digits})`;
  return `CASE WHEN ${one.raw} IS NULL AND ${two.raw} IS NULL THEN ${exact.typed}::DOUBLE = ${double.typed} AND ${isOne} ELSE ${one.text} = ${two.text} END`;
}

/** The value as it was loaded, as a text: numbers without zeros at their end, texts without quotes, of lists what people read. */
function asLoaded({ type, isList }: SnapshotColumn, typed: string, raw: string): string {
  const unquoted = `regexp_replace(${raw}, '^"(.*)"$', '\\1')`;
  if (isList) return `coalesce(array_to_string(${typed}, ', '), ${unquoted})`;
  const digits =
    type === 'decimal'
      ? `rtrim(rtrim(${typed}::VARCHAR, '0'), '.')`
      : type === 'double'
        ? `regexp_replace(${typed}::VARCHAR, '\\.0$', '')`
        : `${typed}::VARCHAR`;
  return `coalesce(${unquoted}, ${digits})`;
}

/** A raw text without the parts that are made anew with every answer. */
function lastingSql(kind: FieldKind, raw: string): string {
  const part = (name: string) => `"${name}":("(\\\\.|[^"\\\\])*"|\\{[^{}]*\\}|null),?`;
  return renewedParts(kind).reduce((sql, name) => `regexp_replace(${sql}, '${part(name)}', '', 'g')`, raw);
}
