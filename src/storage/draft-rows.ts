import type { Id } from '../contract/ids';
import type { Json } from '../contract/json';

/** Whose data it is: an environment and the hash of a key. The key itself is never here. */
export interface Owner {
  environment: string;
  identity: string;
}

/** One cell that was changed and not sent. */
export interface DraftRow extends Owner {
  table_id: Id;
  item_id: Id;
  field_id: string;
  title: string | null;
  updated_on: string | null;
  /** The value that was read; undefined when the field was missing. */
  before: Json | undefined;
  after: Json;
  /** `after` is a text that cannot become a value of the field. */
  unfit?: true;
  /** Of a row that an import skipped as a duplicate: the line of the row that counts. */
  double?: string;
  /** Of a row of a job that was opened again: what became of it there. */
  retried?: unknown;
}

/** One step of undo: what it did to each cell. */
export interface DraftStepRow extends Owner {
  table_id: Id;
  sequence: number;
  /** Taken back, and still there for redo. */
  undone: boolean;
  cells: unknown;
}

/** Whose drafts, and of which table. */
export interface DraftScope extends Owner {
  table_id: Id;
}
