import type { Json } from '../../contract/json';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import type { SnapshotColumn, Source } from '../snapshot/snapshot-column';
import type { Measure, MeasureKind } from './measure';

export interface SummaryAnswer {
  rows: number;
  /** In the order of the measures; null where nothing was there to measure. */
  values: Cell[];
  ms: number;
}

/** One figure per measure over all rows of the source. */
export declare function askSummary(
  engine: Engine,
  source: Source,
  measures: readonly Measure[],
  options?: RunOptions,
): Promise<SummaryAnswer>;

/** The same figure over loaded records, without an engine: their values, `undefined` where not set. */
export declare function measureValues(
  values: readonly (Json | undefined)[],
  column: Pick<SnapshotColumn, 'kind' | 'type' | 'isList'>,
  kind: MeasureKind,
): Cell;
