import type { Cell, Engine, RunOptions } from '../engine/answer';
import type { SnapshotColumn, Source } from '../snapshot/snapshot-column';
import type { Measure } from './measure';
import type { Selection, ValueState } from './selection';

export const timeUnits = ['decade', 'year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** Rows of the same value, of the same span of time, or with numbers in the same bin (its width as decimal text, as `0.25`). Lists are unnested. */
export interface Grouping {
  column: string;
  by: 'value' | TimeUnit | { width: string };
}

/** Groups to show, at every level: those with at least so much of a measure, or whose text contains another. Totals stay those of all rows. */
export type GroupFilter =
  | { kind: 'atLeast' | 'atMost'; measure: number; value: string }
  | { kind: 'contains'; group: number; text: string };

export interface GroupQuestion {
  /** At most three. */
  groups: readonly Grouping[];
  measures: readonly Measure[];
  filters: readonly GroupFilter[];
  /** By the key, or by a measure (index); null: time and bins by key ascending, else by rows descending. */
  sort: { by: 'key' | number; isDescending: boolean } | null;
  /** Groups shown per level and parent. */
  limit: number;
  /** The last group makes the columns. */
  isPivot: boolean;
}

export interface GroupKey {
  state: ValueState;
  /** The value; of a span or bin its beginning. Null unless the state is `value`. */
  value: Cell;
  /** End of the span or bin, itself not in it. */
  to: Cell;
}

export interface GroupRow {
  /** The path from the first group to this one. */
  keys: GroupKey[];
  rows: number;
  /** In the order of the measures. */
  measures: Cell[];
  children: GroupRow[];
  /** Children that the filters leave, shown or beyond the limit. */
  childCount: number;
  /** With a pivot: the measures per pivot column; null where the group has no such row. */
  cells: (Cell[] | null)[];
}

export interface GroupAnswer {
  /** All rows: no keys, its children are the first level. Its figures are of rows, not sums of groups. */
  all: GroupRow;
  /** A row with several values is in several groups, so that groups add up to more than all rows. */
  isUnnested: boolean;
  /** Pivot columns, at most 50, and how many more values there are. */
  pivot: { keys: GroupKey[]; more: number } | null;
  ms: number;
}

/** How the rows of a column can be grouped, the most useful first. */
export declare function groupingsFor(column: SnapshotColumn): Grouping['by'][];

export declare function askGroups(
  engine: Engine,
  source: Source,
  question: GroupQuestion,
  options?: RunOptions,
): Promise<GroupAnswer>;

/** The rows of a group, or of a cell of it by its pivot key. */
export declare function selectionOf(question: GroupQuestion, keys: readonly GroupKey[]): Selection;
