import type { RefObject } from 'react';
import type { Filter, FilterEntry } from '../../../contract/filter';
import type { DwRecord } from '../../../contract/records';
import type { Drafts } from '../../../edits/drafts';
import type { ColumnLayout } from '../../../grid/columns/column-layout';
import type { GridHandle } from '../../../grid/grid';
import type { Extent } from '../../../grid/rows/extent';
import type { CellPlace, Selection } from '../../../grid/selection/selection';

/** What the search of the rows is given. */
export interface FindProps {
  /** The rows, and their question. */
  of: {
    rows: number;
    extent: Pick<Extent, 'exactly'>;
    pages: { recordAt(row: number): DwRecord | undefined };
    drafts: { drafts: Drafts };
    query: { filter: Filter | null };
    onNarrow(entry: FilterEntry): void;
  };
  /** Holds the grid, and the bar over it. */
  place: RefObject<HTMLElement | null>;
  grid: RefObject<GridHandle | null>;
  layout: ColumnLayout;
  active: CellPlace;
  onSelection(selection: Selection): void;
}
