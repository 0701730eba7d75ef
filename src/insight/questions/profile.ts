import { compareNumbers, numberOf as numberOfText } from '../../contract/decimal';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import type { SnapshotColumn, Source } from '../snapshot/snapshot-column';
import { binSpan, edgeCell, spanFrom } from './bins';
import { isTextual, rawsOf } from './column-sql';
import { middleOf } from './decimal-form';
import {
  type BinOf,
  binOf,
  dayAfter,
  type Figures,
  fences,
  figuresSql,
  isMeasured,
  middleText,
  numberOf,
  pastBefore,
  shownBins,
  shownValues,
  topValuesSql,
  valueFiguresSql,
} from './profile-sql';
import { cellText } from './rows';
import { type Condition, predicateOf, type Selection } from './selection';

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
/** A value that occurs once is odd where a value occurs 20 times on average, of at most 100 values. */
const few = { distinct: 100, each: 20 };

export async function askProfile(engine: Engine, source: Source, options: ProfileOptions): Promise<Profile> {
  const { columns: wanted, today, onColumns, ...run } = options;
  const columns = source.columns.filter(({ id }) => wanted?.includes(id) ?? true);
  const profile: Profile = { rows: 0, columns: [], ms: 0 };
  const ask = async (sql: string) => {
    const answer = await engine.run(sql, { ...run, most: 100_000 });
    profile.ms += answer.ms;
    return answer.rows;
  };
  /** Rows were counted by their entries, of which one may have two. */
  const countRows = async (oddities: Oddity[]) => {
    const counts = oddities.map(({ selection }) => predicateOf(source, selection)).map((test) => `sum((${test})::INT)`);
    const [cells = []] = await ask(`SELECT ${counts.join(', ')} FROM ${source.table}`);
    for (const [index, oddity] of oddities.entries()) oddity.rows = Number(cells[index] ?? 0);
  };
  const raws = await rawsOf(engine, source, run);
  Object.assign(profile, { rows: raws.rows, ms: raws.ms });
  for (let from = 0; from < columns.length; from += columnsAtOnce) {
    const part = columns.slice(from, from + columnsAtOnce);
    const figures = part.map((column) => figuresSql(column, today, raws.ids.has(column.id)));
    const select = ['count(*)', ...figures.flatMap((figure) => figure.map(([, sql]) => sql))].join(', ');
    const [cells = []] = await ask(`SELECT ${select} FROM ${source.table}`);
    profile.rows = Number(cells[0]);
    let at = 1;
    for (const [index, column] of part.entries()) {
      const named: Figures = Object.fromEntries((figures[index] ?? []).map(([name]) => [name, cells[at++] ?? null]));
      const read = readFigures(column, profile.rows, named);
      const bin = binOf(column, read.min, read.max);
      const found = await ask(valueFiguresSql(source, column, named, bin));
      readValues(column, read, found, today, named);
      read.isHistogram = bin !== null && read.distinct - Number(named.otherDistinct ?? 0) > shownValues;
      read.bars =
        read.isHistogram && bin
          ? binBars(column, bin, found)
          : valueBars(column, isMeasured(column) ? await ask(topValuesSql(source, column)) : found);
      read.rest = read.isHistogram ? 0 : read.distinct - read.bars.length;
      if (column.isList && read.oddities.length > 0) await countRows(read.oddities);
      profile.columns.push(read);
    }
    onColumns?.({ ...profile, columns: [...profile.columns] });
  }
  return profile;
}

function readFigures(column: SnapshotColumn, rows: number, figures: Figures): ColumnProfile {
  const count = (name: string) => Number(figures[name] ?? 0);
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
    median: figures.median ?? null,
    deviation: numberOf(figures.deviation),
    length: lengthOf(figures.shortest, figures.longest, figures.length),
    yes: numberOf(figures.yes),
    isHistogram: false,
    bars: [],
    rest: 0,
    oddities: [],
  };
}

function lengthOf(min: Cell | undefined, max: Cell | undefined, mean: Cell | undefined): ColumnProfile['length'] {
  const [shortest, longest, average] = [numberOf(min), numberOf(max), numberOf(mean)];
  return shortest === null || longest === null || average === null
    ? null
    : { min: shortest, max: longest, mean: average };
}

function readValues(
  column: SnapshotColumn,
  profile: ColumnProfile,
  rows: readonly Cell[][],
  today: string,
  figures: Figures,
): void {
  const { id } = column;
  const one = (name: string) => rows.find(([own]) => own === name);
  const bins = rows.filter(([own]) => own === 'bin');
  const total = (at: number) => bins.reduce((sum, row) => sum + Number(row[at] ?? 0), 0);
  profile.distinct += Number(one('distinct')?.[2] ?? 0) + total(3);
  if (isTextual(column)) {
    const [least, most, values] = [one('min'), one('max'), Number(one('values')?.[2] ?? 0)];
    Object.assign(profile, { min: least?.[1] ?? null, max: most?.[1] ?? null });
    const mean = values === 0 ? null : Number(one('length')?.[2] ?? 0) / values;
    profile.length = lengthOf(least?.[2], most?.[2], mean);
  }
  const low = middleText(figures);
  if (column.type !== 'double' && low !== null) profile.median = medianOf(low, bins);
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
  const farthest = [...bins].sort((a, b) => Number(b[6] ?? -1) - Number(a[6] ?? -1))[0];
  if (fence) add('outlier', total(4), farthest?.[5], { column: id, is: 'outside', ...fence });
  const isFew = profile.distinct <= few.distinct && profile.filled >= few.each * profile.distinct;
  if (isFew && (column.isList || isTextual(column)))
    add('once', Number(one('once')?.[2] ?? 0), one('once')?.[1], { column: id, is: 'once' });
}

/** Half way between the two in the middle: the upper one is the lower one too, or the value that follows it. */
function medianOf(low: string, bins: readonly Cell[][]): Cell {
  const rows = bins.reduce((sum, row) => sum + Number(row[2] ?? 0), 0);
  const upToLow = bins.reduce((sum, row) => sum + Number(row[7] ?? 0), 0);
  if (upToLow > Math.floor(rows / 2)) return middleOf(low, low);
  const next = bins.flatMap((row) => (row[8] == null ? [] : [cellText(row[8])]));
  next.sort((a, b) => compareNumbers(numberOfText(a) ?? 0, numberOfText(b) ?? 0));
  return middleOf(low, next[0] ?? low);
}

function valueBars(column: SnapshotColumn, rows: readonly Cell[][]): Bar[] {
  const values = rows.filter(([own]) => own === 'value');
  return values.map(([, text = null, count = 0]) => ({
    value: cellOf(column, text),
    to: null,
    rows: Number(count),
    selection: [{ column: column.id, is: 'value', value: cellText(cellOf(column, text)) }],
  }));
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

/** A value that the engine wrote as text. */
function cellOf(column: SnapshotColumn, text: Cell): Cell {
  if (typeof text !== 'string' || column.isList) return text;
  if (column.type === 'integer') return BigInt(text);
  if (column.type === 'double') return Number(text);
  return column.type === 'boolean' ? text === 'true' : text;
}
