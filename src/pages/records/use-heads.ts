import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DwRecord, Order } from '../../contract/records';
import { columnLabel } from '../../grid/column-label';
import type { ColumnLayout } from '../../grid/column-layout';
import type { HeadTools, MenuPlace } from '../../grid/head-tools';
import { useColumnLayout } from '../../grid/use-column-layout';
import { useWords } from '../../grid/use-words';
import { laterCode } from '../../ui/later';
import type { ChosenColumns } from './use-chosen-columns';
import type { HeldPage } from './use-record-pages';

const fitting = laterCode(() => import('../../grid/column-fit'));
const changing = laterCode(() => import('../../grid/change-columns'));

interface HeadsOptions {
  /** The element that the grid fills. */
  place: RefObject<HTMLElement | null>;
  /** Of it until the browser has laid it out, in px. */
  firstWidth: number;
  chosen: ChosenColumns;
  order: Order | null;
  onOrder(order: Order | null): void;
  held(): Iterable<HeldPage>;
  /** How many rows the scroll holds. */
  rows: number;
}

/** The column whose menu is open, and where; it stays while the menu fades away. */
export interface HeadMenu {
  id: string;
  place: MenuPlace;
  open: boolean;
}

/** The columns laid out, and what their heads do. The tools are the same object as long as the columns are, so that heads are not drawn anew. */
export function useHeads({ place, firstWidth, chosen, order, onOrder, held, rows }: HeadsOptions): {
  layout: ColumnLayout;
  heads: HeadTools;
  menu: HeadMenu | null;
  closeMenu(): void;
} {
  const { columns, choice, onChoice } = chosen;
  const g = useTranslations('grid');
  const words = useWords();
  const { layout, setWidth, onEdgePress } = useColumnLayout(place, firstWidth, columns, choice, onChoice, rows);
  const [menu, setMenu] = useState<HeadMenu | null>(null);
  const latest = useRef({ layout, order, onOrder, held, g, words, columns });
  latest.current = { layout, order, onOrder, held, g, words, columns };

  const heads = useMemo<HeadTools>(
    () => ({
      onEdgePress,
      onOrder(id) {
        // Ascending, descending, and without again: one field is all that the API has (4.4).
        const { order: now, onOrder: set } = latest.current;
        if (now?.field_id !== id) set({ field_id: id, type: 'asc' });
        else set(now.type === 'asc' ? { field_id: id, type: 'desc' } : null);
      },
      onWiden(id, by) {
        const laid = latest.current.layout.laid.find(({ column }) => column.id === id);
        if (laid) setWidth(id, laid.width + by);
      },
      async onFit(id) {
        const { fittingWidth, measureIn } = fitting.now() ?? (await fitting.fetch());
        const column = latest.current.columns.find((each) => each.id === id);
        if (!column) return;
        const label = columnLabel(column, latest.current.g);
        const { held: records, words: said } = latest.current;
        setWidth(id, fittingWidth(column, label, recordsOf(records()), said, measureIn(document.documentElement)));
      },
      async onMove(id, target, side) {
        const { moveColumn } = changing.now() ?? (await changing.fetch());
        onChoice((now) => moveColumn(latest.current.columns, now, id, target, side));
      },
      async onStep(id, step) {
        const { stepColumn } = changing.now() ?? (await changing.fetch());
        onChoice((now) => stepColumn(latest.current.columns, now, id, step));
      },
      onMenu: (id, place) => setMenu({ id, place, open: true }),
    }),
    [onEdgePress, setWidth, onChoice],
  );
  const closeMenu = useCallback(() => setMenu((now) => now && { ...now, open: false }), []);
  return { layout, heads, menu, closeMenu };
}

function* recordsOf(pages: Iterable<HeldPage>): Iterable<DwRecord> {
  for (const { items } of pages) yield* items;
}
