import { type FieldKind, isDate, isNamedReference, isNumber, isShortText, isText } from '../../contract/field-kinds';
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

/** The last range holds its end, the others do not. */
export interface BarRange {
  from: number | string;
  to: number | string;
  isLast: boolean;
}

export const barsMax = 12;
const topWordCount = 3;
const dayMs = 86_400_000;

/** How the values of a field spread: ranges of numbers and dates, the most frequent words, else lengths of texts; null when there is nothing to see. */
export function distributionOf(profile: FieldProfile, kind: FieldKind): Distribution | null {
  if (isNumber(kind)) return ranged('range', profile.measures.numbers, String, (measure) => measure);
  if (isDate(kind)) return ranged('range', profile.measures.days, dayOf, dayOf);
  if (isNamedReference(kind) || isShortText(kind)) {
    let seen = 0;
    for (const count of profile.words.values()) seen += count;
    const telling = !profile.wordsCut && profile.words.size > 0 && profile.words.size <= seen / 2;
    if (telling || (isNamedReference(kind) && profile.words.size > 0)) return worded(profile.words, seen);
  }
  return isText(kind) ? ranged('lengths', profile.measures.lengths, String) : null;
}

function dayOf(days: number): string {
  return new Date(days * dayMs).toISOString().slice(0, 10);
}

function worded(words: ReadonlyMap<string, number>, seen: number): Distribution {
  const most = [...words].sort(([, a], [, b]) => b - a).slice(0, barsMax);
  const highest = most[0]?.[1] ?? 1;
  const parts = most.slice(0, topWordCount).map(([word, count]) => `${word} ${Math.round((count / seen) * 100)} %`);
  if (words.size > topWordCount) parts.push('…');
  return {
    of: 'words',
    bars: most.map(([, count]) => count / highest),
    text: parts.join(', '),
    ranges: null,
    words: most.map(([word]) => word),
  };
}

function ranged(
  of: 'range' | 'lengths',
  measures: readonly number[],
  name: (measure: number) => string,
  asked: ((measure: number) => number | string) | null = null,
): Distribution | null {
  const finite = measures.filter(Number.isFinite);
  if (finite.length < 2) return null;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of finite) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const width = high - low;
  if (width === 0 || !Number.isFinite(width)) return null;
  const counts = new Array<number>(barsMax).fill(0);
  for (const value of finite) {
    const bar = Math.min(barsMax - 1, Math.floor(((value - low) / width) * barsMax));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const start = (bar: number) => (bar === barsMax ? high : low + (width * bar) / barsMax);
  const ranges = asked
    ? counts.map((_, bar) => ({ from: asked(start(bar)), to: asked(start(bar + 1)), isLast: bar === barsMax - 1 }))
    : null;
  return { of, bars: counts.map((count) => count / most), text: `${name(low)} – ${name(high)}`, ranges, words: null };
}

/** Bars as one SVG path on a box of 72 × 14, six wide with a gap; a bar that is not zero is at least one high. */
export function sparkPath(bars: readonly number[]): string {
  return bars
    .map((bar, index) => {
      const height = bar === 0 ? 0 : Math.max(1, Math.round(bar * 13));
      return height === 0 ? '' : `M${index * 6} 14v-${height}h5v${height}z`;
    })
    .join('');
}
