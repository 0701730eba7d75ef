import { type FieldKind, isDate, isNamedReference, isNumber, isShortText, isText } from '../../contract/field-kinds';
import { barsMax, dayEdges, numberEdges } from './bar-edges';
import type { FieldProfile } from './profile';

/** A small chart of a column: bars with a height from 0 to 1, and what they represent. */
export interface Distribution {
  of: 'range' | 'words' | 'lengths';
  bars: number[];
  /** The chart in short, for screen readers: both ends, or the most frequent values with their shares. */
  text: string;
  /** From where to where each bar goes, as a filter asks for it; null where the bars are no ranges of values. */
  ranges: readonly BarRange[] | null;
  /** The word of each bar (`wordLength`); null where the bars are no words. */
  words: readonly string[] | null;
}

/** From a value to before another one; of whole numbers, a bar may be a single one. */
export interface BarRange {
  from: number | string;
  to: number | string;
  /** The end belongs to it. */
  holdsEnd: boolean;
}

/** Fewer bars than these leave room beside them: a wide bar would be a block. */
const barsMin = 6;
const topWordCount = 3;
const dayMs = 86_400_000;

/** How the values of a field spread: ranges of numbers and dates, the most frequent words, else lengths of texts; null when there is nothing to see. */
export function distributionOf(profile: FieldProfile, kind: FieldKind): Distribution | null {
  if (isNumber(kind)) return numbers('range', profile.measures.numbers);
  if (isDate(kind)) return days(profile.measures.days);
  if (isNamedReference(kind) || isShortText(kind)) {
    let seen = 0;
    for (const count of profile.words.values()) seen += count;
    const telling = !profile.wordsCut && profile.words.size > 0 && profile.words.size <= seen / 2;
    if (telling || (isNamedReference(kind) && profile.words.size > 0)) return worded(profile.words, seen);
  }
  return isText(kind) ? numbers('lengths', profile.measures.lengths) : null;
}

function numbers(of: 'range' | 'lengths', measures: readonly number[]): Distribution | null {
  const values = measures.filter(Number.isFinite);
  const ends = endsOf(values);
  if (!ends) return null;
  const whole = values.every(Number.isInteger);
  const edges = numberEdges(...ends, whole);
  const ranges = rangesOf(edges, (from, to) =>
    whole && to === from + 1 ? { from, to: from, holdsEnd: true } : { from, to, holdsEnd: to === ends[1] },
  );
  return ranged(of, values, edges, ends.map(String), of === 'lengths' ? null : ranges);
}

function days(values: readonly number[]): Distribution | null {
  const ends = endsOf(values);
  if (!ends) return null;
  const edges = dayEdges(...ends);
  const ranges = rangesOf(edges, (from, to) => {
    const end = Math.min(to, lastDay);
    return { from: dayOf(Math.max(from, firstDay)), to: dayOf(end), holdsEnd: end < to };
  });
  return ranged('range', values, edges, ends.map(dayOf), ranges);
}

/** 0001-01-01 and 9999-12-31: a date has four digits for its year, and no year is 0. */
const firstDay = -719_162;
const lastDay = 2_932_896;

function dayOf(days: number): string {
  return new Date(days * dayMs).toISOString().slice(0, 10);
}

function worded(words: ReadonlyMap<string, number>, seen: number): Distribution {
  const most = [...words].sort(([, a], [, b]) => b - a).slice(0, barsMax);
  const highest = most[0]?.[1] ?? 1;
  const parts = most.slice(0, topWordCount).map(([word, count]) => `${word} ${Math.round((count / seen) * 100)}%`);
  if (words.size > topWordCount) parts.push('…');
  return {
    of: 'words',
    bars: most.map(([, count]) => count / highest),
    text: parts.join(', '),
    ranges: null,
    words: most.map(([word]) => word),
  };
}

/** The lowest and the highest value; null where there is no way from one to the other. */
function endsOf(values: readonly number[]): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high && Number.isFinite(high - low) ? [low, high] : null;
}

function rangesOf(edges: readonly number[], range: (from: number, to: number) => BarRange): BarRange[] {
  return edges.slice(1).map((to, bar) => range(edges[bar] as number, to));
}

function ranged(
  of: 'range' | 'lengths',
  values: readonly number[],
  edges: readonly number[],
  ends: readonly string[],
  ranges: BarRange[] | null,
): Distribution | null {
  // So near to each other, for what they are, that no edge fits between them.
  if (edges.length < 3) return null;
  const counts = new Array<number>(edges.length - 1).fill(0);
  for (const value of values) {
    let bar = counts.length - 1;
    while (bar > 0 && value < (edges[bar] as number)) bar -= 1;
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return { of, bars: counts.map((count) => count / most), text: ends.join(' – '), ranges, words: null };
}

/** How many bars a chart has room for: as many as it has ranges, so that they fill it. */
export function chartSlots({ of, bars }: Distribution): number {
  return of === 'words' ? barsMax : Math.max(barsMin, bars.length);
}

/** The bars of a chart as one SVG path on a box of 72 × 14, with a gap between them; a bar that is not zero is at least one high. */
export function sparkPath(distribution: Distribution): string {
  const slot = 72 / chartSlots(distribution);
  const width = rounded((slot * 5) / 6);
  return distribution.bars
    .map((bar, index) => {
      const height = bar === 0 ? 0 : Math.max(1, Math.round(bar * 13));
      return height === 0 ? '' : `M${rounded(index * slot)} 14v-${height}h${width}v${height}z`;
    })
    .join('');
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
