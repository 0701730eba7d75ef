import { type RefObject, useSyncExternalStore } from 'react';
import { placeInScroll, rowsOf } from './row-window';
import { useRowWindow } from './use-row-window';

interface RowListOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  rowHeight: number;
  /** Of what stays above the rows. */
  headerHeight: number;
  /** A row that is drawn wherever one has scrolled to; -1: none. */
  kept?: number;
}

const noLook = () => {};

/**
 * The window of rows of a list of one row height, however long it is.
 * @returns the rows to draw, each with its place in px from `originTop`, and that from the first row; and the height of the scroll
 */
export function useRowList({ scroller, rows, rowHeight, headerHeight, kept = -1 }: RowListOptions) {
  const view = useRowWindow({ scroller, rows, rowHeight, headerHeight, firstHeight: 0, kept, onLook: noLook });
  const { height, page, reveal } = view;
  const drawn = useSyncExternalStore(view.subscribe, view.drawn, view.drawn);
  const items = rowsOf(drawn, rows, kept).map((index) => ({
    index,
    top: placeInScroll((index - drawn.origin) * rowHeight, drawn, height - rowHeight),
  }));
  return { items, originTop: drawn.originTop, height, page, reveal };
}
