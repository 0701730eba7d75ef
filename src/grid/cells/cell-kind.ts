import type { Json } from '../../contract/json';
import type { FieldConfig } from '../../contract/table-config';
import type { CellContent, CellLook } from './cell-content';

/** The few words that cells say, in the language of the page. */
export interface CellWords {
  null: string;
  missing: string;
  empty: string;
  yes: string;
  no: string;
  /** Said of a value that is not of the kind of its column. */
  misfit: string;
}

export interface CellContext {
  words: CellWords;
  config: FieldConfig | null;
}

/** What cells of one kind hold. Plain values: the grid writes them into its elements, the record panel draws them as a component. */
export interface CellKind {
  /** Numbers stand at the end of their cell. */
  align?: 'end';
  /** The look of a whole cell of this kind; parts of it may have their own. */
  look?: CellLook;
  /** The content for a value that is neither missing, null nor empty; null when it is not of this kind after all. */
  contentOf(value: Json, context: CellContext): CellContent | null;
}
