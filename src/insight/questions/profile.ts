import type { Cell, Engine, RunOptions } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';
import type { Selection } from './selection';

export interface Bar {
  /** The value, or the lower edge of the bin. */
  value: Cell;
  /** The upper edge of a bin, itself not in it; null for a value. */
  to: Cell;
  rows: number;
  selection: Selection;
}

export const oddityKinds = ['other', 'future', 'past', 'spaces', 'nearEqual', 'outlier', 'once'] as const;
/** `other` not of the column's type · `future` after today · `past` before 1900 · `once` in a column of few values · the others as in `Selection`. */
export type OddityKind = (typeof oddityKinds)[number];

export interface Oddity {
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

export declare function askProfile(engine: Engine, source: Source, options: ProfileOptions): Promise<Profile>;
