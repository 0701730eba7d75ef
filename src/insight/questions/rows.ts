import type { JsonObject } from '../../contract/json';
import type { Engine, RunOptions } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';
import type { Selection } from './selection';

export interface RowsQuestion {
  selection: Selection;
  sort: { column: string; isDescending: boolean } | null;
  offset: number;
  limit: number;
}

export interface RowsAnswer {
  /** Records by column ID, exactly as they were loaded; what was not set is absent. */
  records: JsonObject[];
  total: number;
  ms: number;
}

export declare function askRows(
  engine: Engine,
  source: Source,
  question: RowsQuestion,
  options?: RunOptions,
): Promise<RowsAnswer>;
