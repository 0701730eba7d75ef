import { useLocation } from 'react-router-dom';
import type { Id } from '../contract/ids';

/** What a page hands over to the records of a table, beside the address. */
export interface RecordsVisit {
  /** The job to undo. */
  undoJob?: string;
  /** It was requested there, and is reported there. */
  stays?: boolean;
  /** A file of the rows is open beside them. */
  showsFile?: boolean;
  /** The unsent cell to start at. */
  startAt?: { item_id: Id; field_id: string };
  /** The record or the file was opened here: the search part of the entry before this one in the history, to which closing it goes back. */
  openedFrom?: string;
}

/** What was handed over to this visit of the records. */
export function useRecordsVisit(): RecordsVisit {
  return (useLocation().state as RecordsVisit | null) ?? {};
}
