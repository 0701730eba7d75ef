import type { ReadRange } from '../../../grid/edit/range-edits';
import type { Rectangle } from '../../../grid/selection/selection';

/** What the grid wants to ask the person, or to read, before it changes something. */
export type EditRequest =
  /** Read every row of a range, one after the other; `done` gets null when nothing is to be changed. */
  | { of: 'read'; number: number; range: Rectangle; done(read: ReadRange | null): void }
  /** One value for the selected rows or for all that match. */
  | { of: 'set-value' }
  /** The list of what was left unchanged. */
  | { of: 'refused' };
