import type { Filter } from '../../contract/filter';
import type { Engine, RunOptions } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';
import type { Selection } from './selection';

/** Why the API has no filter for a selection. */
export type NoFilter = 'operator' | 'ids' | 'states' | 'type' | 'field';

/** The rows that a figure was computed from: in the snapshot, and where the API can express it, by its filter. */
export interface RowsBehind {
  selection: Selection;
  /** SQL over the source. */
  predicate: string;
  filter: Filter | null;
  /** Why there is no filter; null where there is one. */
  noFilter: { reason: NoFilter; column: string } | null;
}

/** The IDs of the options, persons or records that are shown as a text, from the table config or elsewhere; null where unknown. */
export type IdsOf = (column: string, text: string) => readonly string[] | null;

/** @param idsOf without it the IDs are found in the snapshot, where it holds them */
export declare function rowsBehind(
  engine: Engine,
  source: Source,
  selection: Selection,
  idsOf?: IdsOf,
  options?: RunOptions,
): Promise<RowsBehind>;
