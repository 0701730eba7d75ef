import type { OddityKind, Profile } from './profile';
import type { Selection } from './selection';

/** `unfilled` mostly without a value · `constant` one value in every row · the others as in the profile. */
export type FindingKind = OddityKind | 'unfilled' | 'constant';

export interface Finding {
  kind: FindingKind;
  column: string;
  /** Rows that it is about, of `of`. */
  rows: number;
  of: number;
  example: string | null;
  selection: Selection;
}

/** What somebody should look at, the most telling first. */
export declare function standsOut(profile: Profile): Finding[];
