import type { SnapshotColumn } from '../snapshot/snapshot-column';

/**
 * `rows` needs no column · `share` of the rows, 0–1, needs none · `unfilled` = null, empty or not set · `yes` share of yes among yes and no, 0–1 · `distinct` in
 * a column of lists: of the entries.
 * Exact: counts, and sum, median, min and max of integers and decimals. Average, and everything of doubles, is a double.
 */
export const measureKinds = [
  'rows',
  'share',
  'filled',
  'unfilled',
  'empty',
  'null',
  'notSet',
  'distinct',
  'sum',
  'average',
  'median',
  'min',
  'max',
  'yes',
] as const;
export type MeasureKind = (typeof measureKinds)[number];

export interface Measure {
  kind: MeasureKind;
  /** Null for `rows` and `share`. */
  column: string | null;
}

/** What can be measured of a column, the most useful first. */
export declare function measuresFor(column: SnapshotColumn): MeasureKind[];
