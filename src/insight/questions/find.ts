import type { JsonObject } from '../../contract/json';
import type { Engine, RunOptions } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';

export interface FindQuestion {
  text: string;
  /** Columns to look in; empty: all. */
  columns: readonly string[];
  limit: number;
}

export const matchKinds = ['exact', 'wordStart', 'contains'] as const;
export type MatchKind = (typeof matchKinds)[number];

export interface Match {
  column: string;
  kind: MatchKind;
  /** What was searched, as people read it. */
  text: string;
  /** Where the match is in it, in characters of JavaScript. */
  from: number;
  to: number;
}

export interface FoundRow {
  record: JsonObject;
  /** The best first. */
  matches: Match[];
}

export interface FindAnswer {
  rows: FoundRow[];
  /** Rows that contain the text anywhere. */
  total: number;
  /** The same per column that has any, in the order of the source. */
  perColumn: { column: string; rows: number }[];
  ms: number;
}

/** Ignores case. */
export declare function askFind(
  engine: Engine,
  source: Source,
  question: FindQuestion,
  options?: RunOptions,
): Promise<FindAnswer>;
