import type { ReactNode } from 'react';
import type { Json } from '../../contract/json';
import type { FieldConfig } from '../../contract/table-config';

/** The few words that cells say, in the language of the page. */
export interface CellWords {
  null: string;
  missing: string;
  empty: string;
  yes: string;
  no: string;
}

export interface CellContext {
  words: CellWords;
  config: FieldConfig | null;
}

/** How values of one kind are drawn. A function, not a component: thirty rows of thirty cells are drawn in one go. */
export interface CellKind {
  /** Numbers stand at the end of their cell. */
  align?: 'end';
  /** Draws a value that is neither missing, null nor empty; null when it is not of this kind after all. */
  draw(value: Json, context: CellContext): ReactNode | null;
}
