/** What a profile asks of the engine: figures of all rows, and of distinct values. */

import { decimalOf, textOfDecimal } from '../../contract/decimal';
import type { Cell } from '../engine/answer';
import { columnName, quoteText, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { binSql, niceUnit, niceWidth, spanFrom, spanSql } from './bins';
import {
  hasOuterSpacesSql,
  ignoringAll,
  isIdentifier,
  isNumeric,
  isTemporal,
  isTextual,
  literalSql,
  similarSql,
  stateTests,
  unfilledSql,
  valueSql,
} from './column-sql';
import { fractionOf } from './decimal-form';
import { otherDistinctSql } from './measure';
import { cellText } from './rows';
import { valuesSql } from './selection';

export const shownValues = 12;
export const shownBins = 24;
/** Beyond so many interquartile ranges. */
const outlierRanges = 3;
export const pastBefore = '1900-01-01';

export type Figures = Record<string, Cell>;

/** Figures over all rows, by name. @param hasRaw anything is in the raw column */
export function figuresSql(column: SnapshotColumn, today: string, hasRaw: boolean): [name: string, sql: string][] {
  const value = valueSql(column);
  const tests = stateTests(column);
  const rowsOf = (test: string) => `count(*) FILTER (WHERE ${test})`;
  const raw = columnName({ ...column, name: `${column.name ?? column.id}#raw` });
  // Without anything raw, what has no value is not set.
  const figures: [string, string][] = hasRaw
    ? [
        ['filled', rowsOf(`NOT ${unfilledSql(column)}`)],
        ['empty', rowsOf(tests.empty)],
        ['null', rowsOf(tests.null)],
        ['notSet', rowsOf(tests.notSet)],
        ['other', rowsOf(tests.other)],
        ['otherDistinct', otherDistinctSql(column)],
        ['otherExample', `min(${raw}) FILTER (WHERE ${tests.other})`],
      ]
    : [
        ['filled', `count(${value})`],
        ['notSet', `count(*) - count(${value})`],
      ];
  if (isNumeric(column) && isIdentifier(column)) figures.push(['min', `min(${value})`], ['max', `max(${value})`]);
  else if (isNumeric(column)) {
    figures.push(['min', `min(${value})`], ['max', `max(${value})`], ['mean', `avg(${value})`]);
    figures.push(['deviation', `stddev_samp(${value}::DOUBLE)`]);
    // All at once, as each takes the values apart anew; as texts, which keep the digits of a list of decimals.
    figures.push(['quartiles', `quantile_disc(${value}, [0.25, 0.5, 0.75])::VARCHAR[]`]);
    if (column.type === 'double') figures.push(['median', `median(${value})`]);
  } else if (isTemporal(column)) {
    figures.push(['min', `min(${value})`], ['max', `max(${value})`], ['median', `quantile_disc(${value}, 0.5)`]);
    const rangeRows = (from: string | null, to: string | null) =>
      rowsOf(
        [from && `${value} >= ${literalSql(column, from)}`, to && `${value} < ${literalSql(column, to)}`]
          .filter(Boolean)
          .join(' AND '),
      );
    figures.push(['future', rangeRows(dayAfter(today), null)], ['past', rangeRows(null, pastBefore)]);
  } else if (column.isList) {
    const length = `len(${value})`;
    figures.push(['shortest', `min(${length})`], ['longest', `max(${length})`], ['length', `avg(${length})`]);
  } else if (column.type === 'boolean') figures.push(['yes', `avg(${value}::INTEGER)`]);
  return figures;
}

/** Where the future begins. */
export const dayAfter = (today: string) => spanFrom('day', today).to;

/** A cell as a number, null as null. */
export function numberOf(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}

/** Where outliers begin; null where a quarter of the values is too close to the others to say. */
export function fences({ quartiles }: Figures): { from: string; to: string } | null {
  const [low, high] = Array.isArray(quartiles) ? [Number(quartiles[0]), Number(quartiles[2])] : [null, null];
  if (low === null || high === null || !(high > low)) return null;
  const beyond = outlierRanges * (high - low);
  const [from, to] = [low - beyond, high + beyond];
  return Number.isFinite(from) && Number.isFinite(to)
    ? { from: textOfDecimal(decimalOf(from)), to: textOfDecimal(decimalOf(to)) }
    : null;
}

/**
 * Everything that is asked of distinct values, as rows of a name, a text, a count and more figures: they are found once, and most columns have far fewer of
 * them than rows. Of numbers and dates every figure is that of a bin, so that the values need not be kept to be read again.
 */
export function valueFiguresSql(source: Source, column: SnapshotColumn, figures: Figures, bin: BinOf): string {
  const distinct = distinctSql(source, column);
  if (isMeasured(column)) {
    const key = !bin
      ? 'NULL'
      : bin.unit
        ? spanSql({ ...column, id: 'v', name: 'v' }, bin.unit)
        : binSql({ ...column, name: 'v' }, bin.width);
    const fence = fences(figures);
    const out = fence ? `v < ${literalSql(column, fence.from)} OR v > ${literalSql(column, fence.to)}` : 'false';
    const far = isNumeric(column) ? `abs(v::DOUBLE - ${numberOf(figures.mean) ?? 0})` : '0';
    const outliers = `sum(n) FILTER (WHERE ${out}), (arg_max(v, ${far}) FILTER (WHERE ${out}))::VARCHAR, max(${far}) FILTER (WHERE ${out})`;
    const middle = column.type === 'double' ? 'NULL' : (middleText(figures) ?? 'NULL');
    const upper = `sum(n) FILTER (WHERE v <= ${middle}), (min(v) FILTER (WHERE v > ${middle}))::VARCHAR`;
    return `SELECT 'bin', k::VARCHAR, sum(n), count(*), ${outliers}, ${upper} FROM (SELECT ${key} AS k, v, n FROM (${distinct})) GROUP BY k`;
  }
  const parts = [`SELECT 'value', v::VARCHAR, n FROM (SELECT v, n FROM d ORDER BY n DESC, v LIMIT ${shownValues})`];
  if (!column.isList && !isTextual(column)) parts.push(`SELECT 'distinct', NULL::VARCHAR, count(*) FROM d`);
  else {
    const space = hasOuterSpacesSql('v');
    const named = {
      distinct: ['NULL', 'count(*)'],
      once: ['min(v) FILTER (WHERE n = 1)', 'count(*) FILTER (WHERE n = 1)'],
      spaces: [`min(v) FILTER (WHERE ${space})`, `sum(n) FILTER (WHERE ${space})`],
      min: ['min(v)', 'min(length(v))'],
      max: ['max(v)', 'max(length(v))'],
      length: ['NULL', 'sum(length(v) * n)'],
      values: ['NULL', 'sum(n)'],
    };
    const [names, texts, counts] = [
      Object.keys(named).map(quoteText),
      ...[0, 1].map((at) => Object.values(named).map((each) => each[at])),
    ];
    parts.push(
      `SELECT unnest([${names}]), unnest([${texts}]::VARCHAR[]), unnest([${counts}]::HUGEINT[]) FROM d`,
      // Most values are like no other: forms are counted first, and looked at where there are several.
      `SELECT 'nearEqual', first(a || chr(31) || b ORDER BY n DESC, a), sum(n) FROM (SELECT sum(n) AS n, min(v) AS a, max(v) AS b FROM d WHERE ${similarSql('v', ignoringAll)} IN (SELECT ${similarSql('v', ignoringAll)} FROM d GROUP BY 1 HAVING count(*) > 1) GROUP BY ${similarSql('v', ignoringAll)})`,
    );
  }
  return `WITH d AS MATERIALIZED (${distinct}) ${parts.join(' UNION ALL ')}`;
}

/** Its values have an order that means something. */
export const isMeasured = (column: SnapshotColumn) =>
  isTemporal(column) || (isNumeric(column) && !isIdentifier(column));

const distinctSql = (source: Source, column: SnapshotColumn) =>
  `SELECT v, count(*) AS n FROM ${valuesSql(source, column)} GROUP BY v`;

/** The most frequent values, as `valueFiguresSql` has them. */
export function topValuesSql(source: Source, column: SnapshotColumn): string {
  return `SELECT 'value', v::VARCHAR, n FROM (${distinctSql(source, column)}) ORDER BY n DESC, v LIMIT ${shownValues}`;
}

/** The lower one of the two in the middle. */
export function middleText({ quartiles }: Figures): string | null {
  return Array.isArray(quartiles) ? (quartiles[1] ?? null) : null;
}

export type BinOf =
  | { unit: Parameters<typeof spanFrom>[0]; width?: undefined }
  | { unit?: undefined; width: string }
  | null;

/** Bins for values between two; null where there are none. */
export function binOf(column: SnapshotColumn, min: Cell, max: Cell): BinOf {
  if (min === null || max === null) return null;
  if (isTemporal(column)) return { unit: niceUnit(cellText(min), cellText(max), 2 * shownBins) };
  if (!isNumeric(column) || isIdentifier(column)) return null;
  const width = niceWidth(Number(min), Number(max), shownBins, column.type === 'integer');
  // Of numbers that are all too close to nought, edges of bins would be too long to compute with.
  return width === null || fractionOf(width) === null ? null : { width };
}
