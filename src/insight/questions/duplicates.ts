import { formatJson } from '../../contract/json';
import { type DwRecord, isSystemField } from '../../contract/records';
import type { Engine, RunOptions } from '../engine/answer';
import { recordOf, recordSelection } from '../snapshot/encode';
import type { SnapshotColumn, Source } from '../snapshot/snapshot-column';
import { findColumn, isTextual, similarSql, valueSql } from './column-sql';
import { cellText } from './rows';
import type { Condition, Selection } from './selection';

export const leniencies = ['case', 'accents', 'spaces'] as const;
export type Leniency = (typeof leniencies)[number];

export interface DuplicatesQuestion {
  columns: readonly string[];
  /** What is ignored; none is exact. */
  ignoring: readonly Leniency[];
  /** Groups shown. */
  limit: number;
}

interface DuplicateGroup {
  /** At most 100 rows of it. */
  records: DwRecord[];
  rows: number;
  /** Columns in which the shown records differ; record IDs and times of the records are not among them. */
  differing: string[];
  /** Null where no selection expresses it. */
  selection: Selection | null;
}

export interface DuplicatesAnswer {
  groups: DuplicateGroup[];
  groupCount: number;
  /** Rows in all groups. */
  rows: number;
  /** Rows without a value of its type in a chosen field: they are no duplicates of each other. */
  skipped: number;
  ms: number;
}

const mostRecords = 100;

export async function askDuplicates(
  engine: Engine,
  source: Source,
  question: DuplicatesQuestion,
  options: RunOptions = {},
): Promise<DuplicatesAnswer> {
  const columns = question.columns.flatMap((id) => findColumn(source, id) ?? []);
  if (columns.length === 0) return { groups: [], groupCount: 0, rows: 0, skipped: 0, ms: 0 };
  const ignores = (leniency: Leniency) => question.ignoring.includes(leniency);
  const ignoring = { case: ignores('case'), accents: ignores('accents'), spaces: ignores('spaces') };
  const keys = columns.map((column) => keySql(column, ignoring));
  const names = columns.map((_, index) => `"#k${index}"`);
  const filled = columns.map((column) => `${valueSql(column)} IS NOT NULL`).join(' AND ');
  const keyed = keys.map((key, index) => `${key} AS ${names[index]}`).join(', ');
  const by = names.join(', ');
  const grouped = `SELECT ${keyed}, count(*) AS "#n" FROM ${source.table} WHERE ${filled} GROUP BY ${by} HAVING count(*) > 1`;
  const counts = await engine.run(
    `WITH g AS (${grouped}) SELECT (SELECT count(*) FROM g), (SELECT sum("#n") FROM g), (SELECT count(*) FROM ${source.table} WHERE NOT (${filled}))`,
    options,
  );
  const limit = Math.max(0, Math.trunc(question.limit));
  const top = `SELECT *, row_number() OVER (ORDER BY "#n" DESC, ${by}) AS "#g" FROM (${grouped}) ORDER BY "#g" LIMIT ${limit}`;
  const same = names.map((name) => `r.${name} = top.${name}`).join(' AND ');
  const rows = `SELECT "#g", "#n", ${recordSelection(source.columns)}, row_number() OVER (PARTITION BY "#g") AS "#at" FROM (SELECT *, ${keyed} FROM ${source.table} WHERE ${filled}) r JOIN (${top}) top ON ${same}`;
  const answer = await engine.run(`SELECT * FROM (${rows}) WHERE "#at" <= ${mostRecords} ORDER BY "#g", "#at"`, {
    ...options,
    most: Math.max(1, limit * mostRecords),
  });
  const groups = new Map<string, DuplicateGroup>();
  for (const row of answer.rows) {
    const record = recordOf(source.columns, row.slice(2));
    const known = groups.get(cellText(row[0] ?? null));
    if (known) known.records.push(record);
    else
      groups.set(cellText(row[0] ?? null), { records: [record], rows: Number(row[1]), differing: [], selection: null });
  }
  for (const group of groups.values()) {
    group.differing = differing(source, group.records);
    group.selection = selectionOfGroup(columns, question, group.records[0]);
  }
  const [total, inGroups, skipped] = counts.rows[0] ?? [];
  return {
    groups: [...groups.values()],
    groupCount: Number(total ?? 0),
    rows: Number(inGroups ?? 0),
    skipped: Number(skipped ?? 0),
    ms: counts.ms + answer.ms,
  };
}

function keySql(column: SnapshotColumn, ignoring: Parameters<typeof similarSql>[1]): string {
  const value = valueSql(column);
  if (column.isList) return `list_sort(list_transform(${value}, lambda e: ${similarSql('e', ignoring)}))`;
  return isTextual(column) ? similarSql(value, ignoring) : value;
}

/** The value of a column in a record. */
function valueIn(record: DwRecord, id: string) {
  return isSystemField(id) ? record[id] : record.fields[id];
}

function differing(source: Source, records: readonly DwRecord[]): string[] {
  return source.columns
    .filter(({ id }) => id !== 'item_id' && !id.endsWith('_on'))
    .filter(({ id }) => new Set(records.map((record) => formatJson(valueIn(record, id) as never) ?? '')).size > 1)
    .map(({ id }) => id);
}

/** The group by its values, where they are texts, switches or days that conditions compare as the question does. */
function selectionOfGroup(
  columns: readonly SnapshotColumn[],
  { ignoring }: DuplicatesQuestion,
  record: DwRecord | undefined,
): Selection | null {
  const conditions = columns.map((column): Condition | null => {
    const value = record && valueIn(record, column.id);
    if (column.isList || value === null || value === undefined || typeof value === 'object') return null;
    const is = !isTextual(column) || ignoring.length === 0 ? 'value' : 'similar';
    if (is === 'similar' && ignoring.length < leniencies.length) return null;
    return column.type === 'time' || column.type === 'decimal' || column.type === 'double'
      ? null
      : { column: column.id, is, value: String(value) };
  });
  return conditions.every((condition) => condition !== null) ? conditions : null;
}
