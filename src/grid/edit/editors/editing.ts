import type { RefusedReason } from '../range-edits';

/** The edit that is going on in the active cell. */
export interface Editing {
  text: string;
  /** What the editor opened with; typing on it searches, leaving it alone does not. */
  start: string;
  /** It began by typing: the arrows leave the cell, and an old value is replaced. */
  quick: boolean;
  /** Why the text was not taken. */
  problem: RefusedReason | null;
}

/** Where the focus goes after an edit; `fill` stays, and gives the text to every selected cell. */
export type NextCell = 'up' | 'down' | 'left' | 'right' | 'stay' | 'fill';
