import type { Json } from '../../contract/json';
import type { Engine, RunOptions } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';

export interface ColumnPair {
  before: string;
  after: string;
}

export const changeKinds = ['added', 'removed', 'changed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface CompareQuestion {
  /** Columns that together identify a row; `item_id` for snapshots of one table. */
  keys: readonly ColumnPair[];
  fields: readonly ColumnPair[];
  /** Empty, null and not set are the same, as in a file. */
  areBlanksSame: boolean;
  /** Rows to list. */
  show: readonly ChangeKind[];
  limit: number;
}

export interface RowChange {
  kind: ChangeKind;
  /** Texts of the keys. */
  key: string[];
  /** Record ID in the source after, or before where removed; null where the source has none. */
  id: { before: string | null; after: string | null };
  /** The fields that differ, of added and removed rows those that are set; `undefined` where not set. */
  fields: { before: string; after: string; old: Json | undefined; new: Json | undefined }[];
}

export interface CompareAnswer {
  added: number;
  removed: number;
  changed: number;
  same: number;
  /** Keys that several rows of a side have, and rows with such a key on either side: they are not compared. */
  duplicateKeys: { before: number; after: number; rowsBefore: number; rowsAfter: number; examples: string[][] };
  /** Rows without a value in a key: not compared. */
  withoutKey: { before: number; after: number };
  /** Changed rows per pair of `fields`. */
  changedPerField: number[];
  rows: RowChange[];
  ms: number;
}

/** Columns of the same ID, else of the same label. */
export declare function pairsOf(before: Source, after: Source): ColumnPair[];

export declare function askCompare(
  engine: Engine,
  before: Source,
  after: Source,
  question: CompareQuestion,
  options?: RunOptions,
): Promise<CompareAnswer>;
