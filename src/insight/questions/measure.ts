import type { Cell } from '../engine/answer';
import { rawName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { findColumn, isNumeric, isTemporal, stateTests, unfilledSql, valueSql } from './column-sql';
import { middleOf } from './decimal-form';
import { cellText } from './rows';

/**
 * `rows` needs no column · `share` of the rows, 0–1, needs none · `unfilled` = null, empty or not set · `yes` share of yes among yes and no, 0–1 · `distinct` in
 * a column of lists: of the entries.
 * Exact: counts, and sum, median, min and max of integers and decimals. Average, and everything of doubles, is a double. The median of an even number of dates
 * is the earlier of the two in the middle.
 */
export const measureKinds = [
  'rows',
  'share',
  'filled',
  'unfilled',
  'empty',
  'null',
  'notSet',
  'distinct',
  'sum',
  'average',
  'median',
  'min',
  'max',
  'yes',
] as const;
export type MeasureKind = (typeof measureKinds)[number];

export interface Measure {
  kind: MeasureKind;
  /** Null for `rows` and `share`. */
  column: string | null;
}

const counts: MeasureKind[] = ['filled', 'unfilled', 'empty', 'null', 'notSet', 'distinct'];

/** What can be measured of a column, the most useful first. */
export function measuresFor(column: Pick<SnapshotColumn, 'type' | 'isList'>): MeasureKind[] {
  if (isNumeric(column)) return ['sum', 'average', 'median', 'min', 'max', ...counts];
  if (isTemporal(column)) return ['min', 'max', 'median', ...counts];
  if (column.isList) return counts;
  return column.type === 'boolean' ? ['yes', ...counts] : [...counts, 'min', 'max'];
}

/** A measure as SQL aggregates, what sorts by it, and its figure of their cells. */
export interface MeasureSql {
  select: string[];
  order: string;
  /** @param allRows of the source */
  read(cells: readonly Cell[], allRows: number): Cell;
}

const first = (cells: readonly Cell[]): Cell => cells[0] ?? null;
const count = (cells: readonly Cell[]): Cell => Number(cells[0] ?? 0);
const nothing: MeasureSql = { select: ['NULL::INTEGER'], order: 'NULL', read: () => null };

/** A measure that its column does not have is null everywhere. */
export function measureSql(source: Source, { kind, column: id }: Measure): MeasureSql {
  const rows = 'count(*)';
  if (kind === 'rows') return { select: [rows], order: rows, read: count };
  if (kind === 'share') {
    const share = (cells: readonly Cell[], all: number) => (all === 0 ? null : Number(cells[0]) / all);
    return { select: [rows], order: rows, read: share };
  }
  const column = id === null ? null : findColumn(source, id);
  if (column === null || !measuresFor(column).includes(kind)) return nothing;
  const one = (sql: string, read = first): MeasureSql => ({ select: [sql], order: sql, read });
  const value = valueSql(column);
  switch (kind) {
    case 'filled':
      return one(`count(*) FILTER (WHERE NOT ${unfilledSql(column)})`, count);
    case 'unfilled':
      return one(`count(*) FILTER (WHERE ${unfilledSql(column)})`, count);
    case 'empty':
    case 'null':
    case 'notSet':
      return one(`count(*) FILTER (WHERE ${stateTests(column)[kind]})`, count);
    case 'distinct':
      return one(distinctSql(column), count);
    case 'sum':
      return one(column.type === 'double' ? `fsum(${value})` : `sum(${value})`);
    case 'average':
      return one(`avg(${value})`);
    case 'median':
      return medianSql(column);
    case 'min':
    case 'max':
      return one(`${kind}(${value})`);
    case 'yes':
      return one(`avg(${value}::INTEGER)`);
  }
}

/** Of the values of the column's type, and of the others as they were loaded. */
function distinctSql(column: SnapshotColumn): string {
  const value = valueSql(column);
  const typed = column.isList
    ? `coalesce(len(list_distinct(flatten(list(${value}) FILTER (WHERE ${value} IS NOT NULL)))), 0)`
    : `count(DISTINCT ${value})`;
  return `${typed} + ${otherDistinctSql(column)}`;
}

export function otherDistinctSql(column: SnapshotColumn): string {
  return `count(DISTINCT ${rawName(column)}) FILTER (WHERE ${stateTests(column).other})`;
}

/** Both values in the middle: what is half way between integers or decimals has no place in their type. */
function medianSql(column: SnapshotColumn): MeasureSql {
  const value = valueSql(column);
  if (column.type === 'double') return { select: [`median(${value})`], order: `median(${value})`, read: first };
  const [low, high] = [`quantile_disc(${value}, 0.5)`, `quantile_disc(${value}, -0.5)`];
  if (isTemporal(column)) return { select: [low], order: low, read: first };
  return {
    select: [low, high],
    order: `median(${value})`,
    read: ([a = null, b = null]) => (a === null || b === null ? null : middleOf(cellText(a), cellText(b))),
  };
}

/** The figures of measures whose cells begin at `from`. */
export function readMeasures(
  parts: readonly MeasureSql[],
  cells: readonly Cell[],
  from: number,
  allRows: number,
): Cell[] {
  let at = from;
  return parts.map((part) => {
    at += part.select.length;
    return part.read(cells.slice(at - part.select.length, at), allRows);
  });
}
