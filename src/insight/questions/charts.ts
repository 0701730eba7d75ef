import type { Engine, RunOptions } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';
import type { GroupAnswer, GroupKey, GroupQuestion } from './group';
import type { Selection } from './selection';

export const chartKinds = ['bar', 'stacked', 'line', 'area', 'scatter', 'heatmap', 'points'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** The charts that suit a question, the best first. */
export declare function chartsFor(source: Source, question: GroupQuestion): ChartKind[];

export interface Series {
  /** Of the second group or pivot column; null when the series is a measure of the first group. */
  key: GroupKey | null;
  /** Index of the measure. */
  measure: number;
  /** One per category; null where there is nothing. */
  values: (number | null)[];
  selections: Selection[];
}

export interface ChartData {
  /** `time` and `number` are in order; `category` as sorted. */
  axis: 'category' | 'time' | 'number';
  categories: GroupKey[];
  series: Series[];
  /** Categories that are not in the chart. */
  more: number;
}

export declare function chartData(source: Source, question: GroupQuestion, answer: GroupAnswer): ChartData;

/** Two columns of numbers against each other, as longitude (x) and latitude (y). */
export interface PointsQuestion {
  x: string;
  y: string;
  color: string | null;
}

export interface PointsAnswer {
  /** `id` is the record ID where the source has it. */
  points: { x: number; y: number; color: string | null; id: string | null }[];
  /** Rows that have both. */
  total: number;
  ms: number;
}

/** The columns of latitude and longitude of a source, by their labels. */
export declare function pointColumns(source: Source): PointsQuestion | null;

/** A random sample that stays the same where there are more than `most` (default 5,000). */
export declare function askPoints(
  engine: Engine,
  source: Source,
  question: PointsQuestion,
  options?: RunOptions,
): Promise<PointsAnswer>;
