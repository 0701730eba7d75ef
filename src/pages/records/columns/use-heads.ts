import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DwRecord, Order } from '../../../contract/records';
import { columnLabel } from '../../../grid/columns/column-label';
import { type ColumnLayout, useColumnLayout } from '../../../grid/columns/column-layout';
import { moveColumn, stepColumn } from '../../../grid/columns/column-table';
import { boundedWidth, fittingWidth, measureIn } from '../../../grid/columns/column-width';
import type { HeaderActions, MenuPlace } from '../../../grid/columns/header-cell';
import { useWords } from '../../../grid/use-words';
import type { LoadedPage } from '../rows/use-record-pages';
import type { ChosenColumns } from './use-chosen-columns';

interface HeadsOptions {
  place: RefObject<HTMLElement | null>;
  /** Of it until the browser has laid it out, in px. */
  firstWidth: number;
  chosen: ChosenColumns;
  order: Order | null;
  onOrder(order: Order | null): void;
  loadedPages(): Iterable<LoadedPage>;
  /** How many rows the scroll holds. */
  rows: number;
}

/** The column whose menu is open, and where; it stays while the menu fades away. */
export interface HeadMenu {
  id: string;
  /** Where its head was among the visible ones as the menu opened. */
  index: number;
  place: MenuPlace;
  open: boolean;
}

/** The laid out columns, and the actions of their headers. The actions are the same object as long as the columns are, so that headers do not render again. */
export function useHeads({ place, firstWidth, chosen, order, onOrder, loadedPages, rows }: HeadsOptions): {
  layout: ColumnLayout;
  heads: HeaderActions;
  menu: HeadMenu | null;
  closeMenu(): void;
} {
  const { columns, table } = chosen;
  const g = useTranslations('grid');
  const words = useWords();
  const layout = useColumnLayout(place, firstWidth, table, rows);
  const [menu, setMenu] = useState<HeadMenu | null>(null);
  const latest = useRef({ table, layout, order, onOrder, loadedPages, g, words, columns });
  useLayoutEffect(() => {
    latest.current = { table, layout, order, onOrder, loadedPages, g, words, columns };
  });

  const heads = useMemo<HeaderActions>(() => {
    const setWidth = (id: string, width: number) =>
      latest.current.table.setColumnSizing((now) => ({ ...now, [id]: boundedWidth(width) }));
    return {
      onEdgePress(event, id) {
        const { table: columnTable, layout: now } = latest.current;
        const atEnd = now.end.some(({ column }) => column.id === id);
        // A column pinned at the end has its free edge on the left.
        columnTable.setOptions((options) => ({ ...options, columnResizeDirection: atEnd ? 'rtl' : 'ltr' }));
        columnTable
          .getLeafHeaders()
          .find(({ column }) => column.id === id)
          ?.getResizeHandler()(event);
      },
      onOrder(id) {
        // Ascending, descending, and without again: one field is all that the API has (4.4).
        const { order: now, onOrder: set } = latest.current;
        if (now?.field_id !== id) set({ field_id: id, type: 'asc' });
        else set(now.type === 'asc' ? { field_id: id, type: 'desc' } : null);
      },
      onWiden(id, by) {
        const width = latest.current.table.getColumn(id)?.getSize();
        if (width !== undefined) setWidth(id, width + by);
      },
      onFit(id) {
        const column = latest.current.columns.find((each) => each.id === id);
        if (!column) return;
        const label = columnLabel(column, latest.current.g);
        const { loadedPages: records, words: said } = latest.current;
        setWidth(id, fittingWidth(column, label, recordsOf(records()), said, measureIn(document.documentElement)));
      },
      onMove: (id, target, side) => moveColumn(latest.current.table, id, target, side),
      onStep: (id, step) => stepColumn(latest.current.table, id, step),
      onMenu: (id, at) => setMenu({ id, index: placeOf(latest.current.layout, id), place: at, open: true }),
    };
  }, []);
  const closeMenu = useCallback(() => setMenu((now) => now && { ...now, open: false }), []);
  return { layout, heads, menu, closeMenu };
}

/** The place of a column among the visible ones; -1 where it is hidden. */
function placeOf({ laid }: ColumnLayout, id: string): number {
  return laid.findIndex(({ column }) => column.id === id);
}

/** Where the head of a menu is by now; where its column was hidden, that of the head in its place. */
export function placeOfMenu({ id, index }: HeadMenu, layout: ColumnLayout): number {
  const now = placeOf(layout, id);
  return now < 0 ? index : now;
}

function* recordsOf(pages: Iterable<LoadedPage>): Iterable<DwRecord> {
  for (const { items } of pages) yield* items;
}
