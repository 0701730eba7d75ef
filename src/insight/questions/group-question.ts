import type { TimeUnit } from './bins';
import type { Measure } from './measure';

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
