import { quoteName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';

export interface Completion {
  /** As people read it. */
  label: string;
  /** As it is written in SQL. */
  insert: string;
  kind: 'table' | 'column' | 'function' | 'keyword';
  /** Type of a column, arguments of a function. */
  detail: string;
}

const keywords =
  'SELECT FROM WHERE GROUP BY HAVING ORDER BY LIMIT AS AND OR NOT IN IS NULL LIKE ILIKE BETWEEN CASE WHEN THEN ELSE END DISTINCT JOIN LEFT ON USING UNION ALL WITH FILTER OVER PARTITION QUALIFY ASC DESC';

/** Functions that the engine has without any extension, with their arguments. */
const functions: Record<string, string> = {
  count: '*',
  sum: 'number',
  avg: 'number',
  median: 'number',
  min: 'value',
  max: 'value',
  stddev: 'number',
  quantile_cont: 'number, 0.9',
  list: 'value',
  string_agg: "text, ', '",
  row_number: '',
  unnest: 'list',
  len: 'list',
  list_contains: 'list, text',
  lower: 'text',
  upper: 'text',
  trim: 'text',
  length: 'text',
  strip_accents: 'text',
  contains: 'text, part',
  starts_with: 'text, start',
  replace: 'text, from, to',
  regexp_matches: 'text, pattern',
  regexp_extract: 'text, pattern',
  split_part: "text, ' ', 1",
  round: 'number, 2',
  floor: 'number',
  abs: 'number',
  coalesce: 'value, other',
  nullif: 'value, other',
  date_trunc: "'month', date",
  date_part: "'year', date",
  date_diff: "'day', from, to",
  year: 'date',
  month: 'date',
  strftime: "date, '%Y-%m'",
  cast: 'value AS type',
  try_cast: 'value AS type',
};

const plainName = /^[a-z_][a-z0-9_]*$/;
const reserved = new Set(keywords.toLowerCase().split(' '));

/** A name as people would write it: quoted only where the engine needs it. */
export function writtenName(name: string): string {
  return plainName.test(name) && !reserved.has(name) && !(name in functions) ? name : quoteName(name);
}

/** What can be written in a query of a source: its labels first. @param name of its rows with labels, not quoted */
export function completionsOf(source: Source, name: string): Completion[] {
  const detail = ({ type, isList }: SnapshotColumn) => (isList ? 'list' : type);
  return [
    { label: name, insert: writtenName(name), kind: 'table', detail: '' },
    ...source.columns.map(
      (column): Completion => ({
        label: column.label,
        insert: writtenName(column.label),
        kind: 'column',
        detail: detail(column),
      }),
    ),
    ...Object.entries(functions).map(
      ([label, given]): Completion => ({ label, insert: `${label}(`, kind: 'function', detail: given }),
    ),
    ...[...new Set(keywords.split(' '))].map(
      (label): Completion => ({ label, insert: label, kind: 'keyword', detail: '' }),
    ),
  ];
}
