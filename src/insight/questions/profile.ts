import { decimalOf, textOfDecimal } from '../../contract/decimal';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import { columnName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { binSpan, binSql, edgeCell, niceUnit, niceWidth, spanFrom, spanSql } from './bins';
import {
  ignoringAll,
  isIdentifier,
  isNumeric,
  isTemporal,
  isTextual,
  literalSql,
  similarSql,
  stateTests,
  trimmedSql,
  unfilledSql,
  valueSql,
} from './column-sql';
import { middleOf } from './decimal-form';
import { otherDistinctSql } from './measure';
import { cellText } from './rows';
import { type Condition, predicateOf, type Selection, valuesSql } from './selection';

export interface Bar {
  /** The value, or the lower edge of the bin. */
  value: Cell;
  /** The upper edge of a bin, itself not in it; null for a value. */
  to: Cell;
  rows: number;
  selection: Selection;
}

const oddityKinds = ['other', 'future', 'past', 'spaces', 'nearEqual', 'outlier', 'once'] as const;
/** `other` not of the column's type · `future` after today · `past` before 1900 · `once` in a column of few values · the others as in `Selection`. */
export type OddityKind = (typeof oddityKinds)[number];

interface Oddity {
  kind: OddityKind;
  rows: number;
  example: string | null;
  selection: Selection;
}

export interface ColumnProfile {
  column: string;
  rows: number;
  /** filled + empty + null + notSet = rows; `other` are among the filled. */
  filled: number;
  empty: number;
  null: number;
  notSet: number;
  other: number;
  /** Exact; of the entries in a column of lists. */
  distinct: number;
  min: Cell;
  max: Cell;
  mean: number | null;
  median: Cell;
  /** Of the sample (n − 1). */
  deviation: number | null;
  /** Characters of texts, entries of lists. */
  length: { min: number; max: number; mean: number } | null;
  /** Share of yes, 0–1. */
  yes: number | null;
  /** A histogram has bins, else the most frequent values; `rest` are the distinct values that are not shown. */
  isHistogram: boolean;
  bars: Bar[];
  rest: number;
  oddities: Oddity[];
}

export interface Profile {
  rows: number;
  columns: ColumnProfile[];
  ms: number;
}

export interface ProfileOptions extends RunOptions {
  /** Of these columns only. */
  columns?: readonly string[];
  /** ISO date. */
  today: string;
  /** Called with what is there so far, some columns at a time. */
  onColumns?: (soFar: Profile) => void;
}

const columnsAtOnce = 8;
const shownValues = 12;
const shownBins = 24;
/** A value that occurs once is odd where a value occurs 20 times on average, of at most 100 values. */
const few = { distinct: 100, each: 20 };
/** Beyond so many interquartile ranges. */
const outlierRanges = 3;
const pastBefore = '1900-01-01';

export async function askProfile(engine: Engine, source: Source, options: ProfileOptions): Promise<Profile> {
  const { columns: wanted, today, onColumns, ...run } = options;
  const columns = source.columns.filter(({ id }) => wanted?.includes(id) ?? true);
  const profile: Profile = { rows: 0, columns: [], ms: 0 };
  const ask = async (sql: string) => {
    const answer = await engine.run(sql, { ...run, most: 100_000 });
    profile.ms += answer.ms;
    return answer.rows;
  };
  if (columns.length === 0) profile.rows = Number((await ask(`SELECT count(*) FROM ${source.table}`))[0]?.[0]);
  for (let from = 0; from < columns.length; from += columnsAtOnce) {
    const part = columns.slice(from, from + columnsAtOnce);
    const figures = part.map((column) => figuresSql(column, today));
    const select = ['count(*)', ...figures.flatMap((figure) => figure.map(([, sql]) => sql))].join(', ');
    const [cells = []] = await ask(`SELECT ${select} FROM ${source.table}`);
    profile.rows = Number(cells[0]);
    let at = 1;
    for (const [index, column] of part.entries()) {
      const named: Figures = Object.fromEntries((figures[index] ?? []).map(([name]) => [name, cells[at++] ?? null]));
      const read = readFigures(column, profile.rows, named);
      readValues(column, read, await ask(valueFiguresSql(source, column, named, read)), today, named);
      // Rows were counted by their entries, of which one may have two.
      for (const oddity of column.isList ? read.oddities : [])
        oddity.rows = Number(
          (await ask(`SELECT count(*) FROM ${source.table} WHERE ${predicateOf(source, oddity.selection)}`))[0]?.[0],
        );
      profile.columns.push(read);
    }
    onColumns?.({ ...profile, columns: [...profile.columns] });
  }
  return profile;
}

type Figures = Record<string, Cell>;

function figuresSql(column: SnapshotColumn, today: string): [name: string, sql: string][] {
  const value = valueSql(column);
  const tests = stateTests(column);
  const rowsOf = (test: string) => `count(*) FILTER (WHERE ${test})`;
  const figures: [string, string][] = [
    ['filled', rowsOf(`NOT ${unfilledSql(column)}`)],
    ['empty', rowsOf(tests.empty)],
    ['null', rowsOf(tests.null)],
    ['notSet', rowsOf(tests.notSet)],
    ['other', rowsOf(tests.other)],
    ['otherDistinct', otherDistinctSql(column)],
    [
      'otherExample',
      `min(${columnName({ ...column, name: `${column.name ?? column.id}#raw` })}) FILTER (WHERE ${tests.other})`,
    ],
  ];
  if (isNumeric(column) && isIdentifier(column)) figures.push(['min', `min(${value})`], ['max', `max(${value})`]);
  else if (isNumeric(column)) {
    figures.push(['min', `min(${value})`], ['max', `max(${value})`], ['mean', `avg(${value})`]);
    figures.push(
      ['deviation', `stddev_samp(${value}::DOUBLE)`],
      ['quartiles', `quantile_disc(${value}, 0.25)::DOUBLE`],
    );
    figures.push(['upper', `quantile_disc(${value}, 0.75)::DOUBLE`]);
    if (column.type === 'double') figures.push(['median', `median(${value})`]);
    else figures.push(['low', `quantile_disc(${value}, 0.5)`], ['high', `quantile_disc(${value}, -0.5)`]);
  } else if (isTemporal(column)) {
    figures.push(['min', `min(${value})`], ['max', `max(${value})`], ['median', `quantile_disc(${value}, 0.5)`]);
    const rangeRows = (from: string | null, to: string | null) =>
      rowsOf(
        [from && `${value} >= ${literalSql(column, from)}`, to && `${value} < ${literalSql(column, to)}`]
          .filter(Boolean)
          .join(' AND '),
      );
    figures.push(['future', rangeRows(dayAfter(today), null)], ['past', rangeRows(null, pastBefore)]);
  } else if (column.isList || column.type === 'text') {
    const length = column.isList ? `len(${value})` : `length(${value})`;
    figures.push(['shortest', `min(${length})`], ['longest', `max(${length})`], ['length', `avg(${length})`]);
    if (!column.isList) figures.push(['min', `min(${value})`], ['max', `max(${value})`]);
  } else figures.push(['yes', `avg(${value}::INTEGER)`]);
  return figures;
}

const dayAfter = (today: string) => spanFrom('day', today).to;

function numberOf(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}

function readFigures(column: SnapshotColumn, rows: number, figures: Figures): ColumnProfile {
  const count = (name: string) => Number(figures[name] ?? 0);
  const { low, high } = figures;
  const shortest = numberOf(figures.shortest);
  const middle = low != null && high != null ? middleOf(cellText(low), cellText(high)) : null;
  return {
    column: column.id,
    rows,
    filled: count('filled'),
    empty: count('empty'),
    null: count('null'),
    notSet: count('notSet'),
    other: count('other'),
    distinct: count('otherDistinct'),
    min: figures.min ?? null,
    max: figures.max ?? null,
    mean: numberOf(figures.mean),
    median: figures.median ?? middle,
    deviation: numberOf(figures.deviation),
    length: shortest === null ? null : { min: shortest, max: count('longest'), mean: count('length') },
    yes: numberOf(figures.yes),
    isHistogram: false,
    bars: [],
    rest: 0,
    oddities: [],
  };
}

/** Where outliers begin; null where a quarter of the values is too close to the others to say. */
function fences({ quartiles, upper }: Figures): { from: string; to: string } | null {
  const [low, high] = [numberOf(quartiles), numberOf(upper)];
  if (low === null || high === null || !(high > low)) return null;
  const beyond = outlierRanges * (high - low);
  const [from, to] = [low - beyond, high + beyond];
  return Number.isFinite(from) && Number.isFinite(to)
    ? { from: textOfDecimal(decimalOf(from)), to: textOfDecimal(decimalOf(to)) }
    : null;
}

/**
 * Everything that is asked of distinct values, as rows of a name, a text, a count: they are found once, and most columns have far fewer of them than rows.
 */
function valueFiguresSql(
  source: Source,
  column: SnapshotColumn,
  figures: Figures,
  { min, max }: ColumnProfile,
): string {
  const isText = column.isList || isTextual(column);
  const example = (test: string) => `(min(v) FILTER (WHERE ${test}))::VARCHAR`;
  const parts = [
    `SELECT 'distinct', NULL::VARCHAR, count(*) FROM d`,
    `SELECT 'value', v::VARCHAR, n FROM (SELECT v, n FROM d ORDER BY n DESC, v LIMIT ${shownValues})`,
  ];
  if (isText) {
    parts.push(`SELECT 'once', ${example('n = 1')}, count(*) FILTER (WHERE n = 1) FROM d`);
    const test = `v <> ${trimmedSql('v')}`;
    parts.push(`SELECT 'spaces', ${example(test)}, sum(n) FILTER (WHERE ${test}) FROM d`);
    const similar = `SELECT ${similarSql('v', ignoringAll)} AS s, sum(n) AS n, count(*) AS c, min(v) AS a, max(v) AS b FROM d GROUP BY 1 HAVING count(*) > 1`;
    parts.push(`SELECT 'nearEqual', first(a || chr(31) || b ORDER BY n DESC), sum(n) FROM (${similar})`);
  }
  const fence = isNumeric(column) ? fences(figures) : null;
  if (fence) {
    const test = `v < ${literalSql(column, fence.from)} OR v > ${literalSql(column, fence.to)}`;
    const farthest = `(arg_max(v, abs(v::DOUBLE - ${numberOf(figures.mean) ?? 0})) FILTER (WHERE ${test}))::VARCHAR`;
    parts.push(`SELECT 'outlier', ${farthest}, sum(n) FILTER (WHERE ${test}) FROM d`);
  }
  const bin = binOf(column, min, max);
  if (bin) {
    const key = bin.unit
      ? spanSql({ ...column, id: 'v', name: 'v' }, bin.unit)
      : binSql({ ...column, name: 'v' }, bin.width);
    parts.push(`SELECT 'bin', k::VARCHAR, sum(n) FROM (SELECT ${key} AS k, n FROM d) GROUP BY k`);
  }
  const distinct = `SELECT v, count(*) AS n FROM ${valuesSql(source, column)} GROUP BY v`;
  return `WITH d AS MATERIALIZED (${distinct}) ${parts.join(' UNION ALL ')}`;
}

type BinOf = { unit: Parameters<typeof spanFrom>[0]; width?: undefined } | { unit?: undefined; width: string } | null;

function binOf(column: SnapshotColumn, min: Cell, max: Cell): BinOf {
  if (min === null || max === null) return null;
  if (isTemporal(column)) return { unit: niceUnit(cellText(min), cellText(max), 2 * shownBins) };
  if (!isNumeric(column) || isIdentifier(column)) return null;
  const width = niceWidth(Number(min), Number(max), shownBins, column.type === 'integer');
  return width === null ? null : { width };
}

function readValues(
  column: SnapshotColumn,
  profile: ColumnProfile,
  rows: readonly Cell[][],
  today: string,
  figures: Figures,
): void {
  const { id } = column;
  const named = (name: string) => rows.filter(([own]) => own === name);
  const one = (name: string) => named(name)[0];
  profile.distinct += Number(one('distinct')?.[2] ?? 0);
  const bin = binOf(column, profile.min, profile.max);
  profile.isHistogram = bin !== null && Number(one('distinct')?.[2] ?? 0) > shownValues;
  if (profile.isHistogram && bin) profile.bars = binBars(column, bin, named('bin'));
  else
    profile.bars = named('value').map(([, text = null, count = 0]) => ({
      value: cellOf(column, text),
      to: null,
      rows: Number(count),
      selection: [{ column: id, is: 'value', value: valueText(column, text) }],
    }));
  profile.rest = profile.isHistogram ? 0 : profile.distinct - profile.bars.length;

  const add = (kind: OddityKind, count: number, example: Cell | undefined, condition: Condition) => {
    if (count > 0)
      profile.oddities.push({
        kind,
        rows: count,
        example: example == null ? null : cellText(example),
        selection: [condition],
      });
  };
  add('other', profile.other, figures.otherExample, { column: id, is: 'other' });
  add('future', Number(figures.future ?? 0), profile.max, { column: id, is: 'range', from: dayAfter(today), to: null });
  add('past', Number(figures.past ?? 0), profile.min, { column: id, is: 'range', from: null, to: pastBefore });
  add('spaces', Number(one('spaces')?.[2] ?? 0), one('spaces')?.[1], { column: id, is: 'spaces' });
  const near = one('nearEqual')?.[1];
  const spellings =
    near == null
      ? null
      : cellText(near)
          .split('\x1f')
          .map((text) => `“${text}”`)
          .join(' · ');
  add('nearEqual', Number(one('nearEqual')?.[2] ?? 0), spellings, { column: id, is: 'nearEqual' });
  const fence = fences(figures);
  if (fence)
    add('outlier', Number(one('outlier')?.[2] ?? 0), one('outlier')?.[1], { column: id, is: 'outside', ...fence });
  const isFew = profile.distinct <= few.distinct && profile.filled >= few.each * profile.distinct;
  if (isFew && (column.isList || isTextual(column)))
    add('once', Number(one('once')?.[2] ?? 0), one('once')?.[1], { column: id, is: 'once' });
}

/** Bins in their order, those without rows among them. */
function binBars(column: SnapshotColumn, bin: NonNullable<BinOf>, rows: readonly Cell[][]): Bar[] {
  const counted = new Map(
    rows.flatMap(([, key = null, count = 0]) => (key === null ? [] : [[cellText(key), Number(count)]])),
  );
  const bars: Bar[] = [];
  const add = ({ from, to }: { from: string; to: string }, count: number) => {
    const [value, end] = [from, to].map((edge) => edgeCell(column, edge));
    const selection: Selection = [{ column: column.id, is: 'range', from, to }];
    bars.push({ value: value ?? null, to: end ?? null, rows: count, selection });
  };
  const keys = [...counted.keys()];
  if (bin.unit) {
    keys.sort();
    const last = keys.at(-1) ?? '';
    let next = keys[0] ?? last;
    while (next !== '' && next <= last && bars.length <= 4 * shownBins) {
      const span = spanFrom(bin.unit, next);
      add(span, counted.get(next) ?? 0);
      next = span.to;
    }
    return bars;
  }
  const indices = keys.map(BigInt);
  indices.sort((a, b) => (a < b ? -1 : 1));
  const last = indices.at(-1) ?? 0n;
  for (let at = indices[0] ?? last; at <= last && keys.length > 0; at += 1n)
    add(binSpan(bin.width, at), counted.get(String(at)) ?? 0);
  return bars;
}

/** A value that the engine wrote as text, as the text of a condition. */
function valueText(column: SnapshotColumn, text: Cell): string {
  return cellText(cellOf(column, text));
}

function cellOf(column: SnapshotColumn, text: Cell): Cell {
  if (typeof text !== 'string' || column.isList) return text;
  if (column.type === 'integer') return BigInt(text);
  if (column.type === 'double') return Number(text);
  return column.type === 'boolean' ? text === 'true' : text;
}
