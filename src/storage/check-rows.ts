import type { Id } from '../contract/ids';
import type { UpdateType } from '../contract/updates';
import type { Owner } from './draft-rows';
import type { JobField } from './job-rows';

/** A dry run over rows too many to hold: kept until a job is made of it, or it is dropped. */
export interface CheckRow extends Owner {
  id: string;
  table_id: Id;
  update_type: UpdateType;
  update_by_fields: string[];
  fields: JobField[];
  /** Fields of the table that the rows do not have: by these too records of one key are told apart. */
  others: JobField[];
  created_at: number;
  /** Every row was judged. */
  done: boolean;
  /** Rows judged, and rows by state; they add up. */
  rows: number;
  counts: Record<string, number>;
  pieces: number;
  /** Requests made, and those that the reading needs in the end (null while that cannot be said). */
  requests: number;
  planned: number | null;
  /** `walk`: the whole table was read, as that took fewer requests. */
  way: 'filter' | 'walk';
  /** When the oldest and the newest reading was made, epoch milliseconds. */
  read_from: number;
  read_to: number;
  near: NearCheck;
  /** The job that is being made of it. */
  job_id: string | null;
}

/** Of the rows that find no record by their key: whether one was looked for that they nearly equal, and what is needed to judge them anew. */
export interface NearCheck {
  /** Rows for which the whole table was read, those for which other spellings of their key were asked for, and those for which neither was done. */
  looked: Record<'whole' | 'spellings' | 'not', number>;
  /** Numbers of the pieces with rows that nearly equal a record, or whose key several have. */
  pieces: number[];
  /** Records that such a row may mean and another row means as well: the name of that row, by id. */
  meant: Record<Id, string>;
}

/** Some hundred findings of a dry run, in the order of the input. */
export interface CheckPieceRow {
  check_id: string;
  /** From 1. */
  number: number;
  counts: Record<string, number>;
  /** As the dry run made them (`RowFinding[]`). */
  findings: unknown;
}
