import type { Id } from '../contract/ids';
import type { Json } from '../contract/json';
import type { Drafts } from '../edits/drafts';

/** A value to write, and the one that was read (undefined: the field was missing). */
export interface ChangedCell {
  field_id: string;
  before: Json | undefined;
  after: Json;
}

/** One record to write: the input of a job, one row of it. */
export interface ChangedRecord {
  item_id: Id;
  title: string | null;
  cells: ChangedCell[];
}

/** Staged drafts as the input of a job, in the order in which the records were first edited. */
export function changesOfDrafts(drafts: Drafts): ChangedRecord[] {
  return [...drafts.values()].map(({ record, cells }) => ({
    item_id: record.item_id,
    title: record.title,
    cells: [...cells].map(([field_id, { before, after }]) => ({ field_id, before, after })),
  }));
}
