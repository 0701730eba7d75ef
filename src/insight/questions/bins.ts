import { textOfDecimal } from '../../contract/decimal';
import type { Cell } from '../engine/answer';
import type { SnapshotColumn } from '../snapshot/snapshot-column';
import { valueSql } from './column-sql';
import { fractionOf } from './decimal-form';

/** Spans of time and bins of numbers: their keys in SQL, and the edges of a key. */

export const timeUnits = ['decade', 'year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** Beginning and end, itself not in it, as texts of conditions. */
export interface Span {
  from: string;
  to: string;
}

/**
 * The beginning of the span that a date is in. The engine (1.4) takes the result of `date_trunc` for never null, so that beside another key a group of nulls
 * got a date of its own; a CASE is taken for what it is.
 */
export function spanSql(column: SnapshotColumn, unit: TimeUnit): string {
  const value = valueSql(column);
  return `CASE WHEN ${value} IS NOT NULL THEN date_trunc('${unit}', ${value}) END`;
}

/** The span that begins at a date or time. */
export function spanFrom(unit: TimeUnit, from: string): Span {
  const [year = 0, month = 1, day = 1] = from.slice(0, 10).split('-').map(Number);
  const hour = Number(from.slice(11, 13) || 0);
  const end = (parts: [number, number, number, number?]) => {
    // Years below 100 are others to `Date.UTC`.
    const date = new Date(Date.UTC(2000, ...(parts.slice(1) as [number, number, number?])));
    date.setUTCFullYear(date.getUTCFullYear() + parts[0] - 2000);
    return date.toISOString();
  };
  switch (unit) {
    case 'decade':
      return { from, to: end([year + 10, 0, 1]).slice(0, 10) };
    case 'year':
      return { from, to: end([year + 1, 0, 1]).slice(0, 10) };
    case 'quarter':
      return { from, to: end([year, month + 2, 1]).slice(0, 10) };
    case 'month':
      return { from, to: end([year, month, 1]).slice(0, 10) };
    case 'week':
      return { from, to: end([year, month - 1, day + 7]).slice(0, 10) };
    case 'day':
      return { from: from.slice(0, 10), to: end([year, month - 1, day + 1]).slice(0, 10) };
    case 'hour': {
      const to = end([year, month - 1, day, hour + 1])
        .slice(0, 19)
        .replace('T', ' ');
      return { from: from.length === 10 ? `${from} 00:00:00` : from, to };
    }
  }
}

/**
 * The number of the bin that a number is in, counted from nought. Exact for integers and decimals. The edges of doubles are those doubles that their decimal
 * texts are, so that 0.3 is the beginning of a bin of width 0.1.
 */
export function binSql(column: SnapshotColumn, width: string): string {
  const value = valueSql(column);
  const fraction = fractionOf(width);
  if (fraction === null) return 'NULL::HUGEINT';
  const { over, under } = fraction;
  if (column.type === 'double') {
    const near = `floor(${value} * ${under} / ${over})`;
    const edge = (bin: string) => `(${bin}) * ${over}::DOUBLE / ${under}::DOUBLE`;
    const right = `CASE WHEN ${value} < ${edge(near)} THEN ${near} - 1 WHEN ${value} >= ${edge(`${near} + 1`)} THEN ${near} + 1 ELSE ${near} END`;
    return `TRY_CAST(${right} AS HUGEINT)`;
  }
  const times = under === 1n ? value : `(${value} * ${under})`;
  const rest = `((${times} % ${over}) + ${over}) % ${over}`;
  return `((${times} - ${rest})::HUGEINT // ${over})`;
}

/** The edges of a bin. */
export function binSpan(width: string, bin: Cell): Span {
  const fraction = fractionOf(width) ?? { over: 1n, scale: 0n };
  const index = BigInt(String(bin ?? 0));
  const edge = (at: bigint) => textOfDecimal({ digits: at * fraction.over, scale: fraction.scale });
  return { from: edge(index), to: edge(index + 1n) };
}

/** The edge of a span or bin as a cell of the column: those of doubles and whole ones of integers as numbers, others as their exact text. */
export function edgeCell(column: SnapshotColumn, edge: string): Cell {
  if (column.type === 'double') return Number(edge);
  return column.type === 'integer' && !edge.includes('.') ? BigInt(edge) : edge;
}

/** A width of 1, 2 or 5 times a power of ten that makes about so many bins. */
export function niceWidth(min: number, max: number, bins: number, isWhole: boolean): string | null {
  const rough = (max - min) / bins;
  if (!(rough > 0) || !Number.isFinite(rough)) return null;
  const power = Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * 10 ** power >= rough) ?? 10;
  const [digit, places] = step === 10 ? [1, -(power + 1)] : [step, -power];
  if (places <= 0) return `${digit}${'0'.repeat(-places)}`;
  return isWhole ? '1' : `0.${String(digit).padStart(places, '0')}`;
}

/** The unit that makes no more than about so many spans between two dates. */
export function niceUnit(from: string, to: string, most: number): TimeUnit {
  const days = (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000 + 1;
  const length: [TimeUnit, number][] = [
    ['hour', 1 / 24],
    ['day', 1],
    ['week', 7],
    ['month', 30],
    ['quarter', 91],
    ['year', 365],
  ];
  return length.find(([, each]) => days / each <= most)?.[0] ?? 'decade';
}
