import type { JsonObject } from '../../contract/json';
import type { Engine, RunOptions } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';
import type { Selection } from './selection';

export const leniencies = ['case', 'accents', 'spaces'] as const;
export type Leniency = (typeof leniencies)[number];

export interface DuplicatesQuestion {
  columns: readonly string[];
  /** What is ignored; none is exact. */
  ignoring: readonly Leniency[];
  /** Groups shown. */
  limit: number;
}

export interface DuplicateGroup {
  /** At most 100 rows of it, by record ID. */
  records: JsonObject[];
  rows: number;
  /** Columns in which the shown records differ. */
  differing: string[];
  /** Null where no selection expresses it. */
  selection: Selection | null;
}

export interface DuplicatesAnswer {
  groups: DuplicateGroup[];
  groupCount: number;
  /** Rows in all groups. */
  rows: number;
  /** Rows with a chosen field unfilled: they are no duplicates of each other. */
  skipped: number;
  ms: number;
}

export declare function askDuplicates(
  engine: Engine,
  source: Source,
  question: DuplicatesQuestion,
  options?: RunOptions,
): Promise<DuplicatesAnswer>;
