import { type PointerEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { ChangeChoice, ColumnChoice } from './column-choice';
import { type ColumnLayout, layColumns, numberWidthFor } from './column-layout';
import { boundedWidth, defaultWidth } from './column-width';
import type { GridColumn } from './columns-of';
import { useColumnRoom } from './use-column-room';

interface LaidOut {
  layout: ColumnLayout;
  setWidth(columnId: string, width: number): void;
  /** Takes the press on a column's edge; the width follows the pointer until it is let go, and is kept then. */
  onEdgePress(event: PointerEvent<HTMLElement>, columnId: string): void;
}

/**
 * Lays out the columns as they were chosen, as far as there is room for what is pinned.
 * @param place the element that the grid fills
 * @param firstWidth of it until the browser has laid it out, in px
 * @param onChoice takes the choice after each change of a width
 * @param rows whose numbers are shown
 */
export function useColumnLayout(
  place: RefObject<HTMLElement | null>,
  firstWidth: number,
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  onChoice: ChangeChoice,
  rows: number,
): LaidOut {
  const numberWidth = numberWidthFor(rows);
  const atFirst = useRef(new Map<string, number>());
  const [dragged, setDragged] = useState<{ id: string; width: number } | null>(null);
  const wanted = useMemo(() => {
    // Taken when the first values are there, and kept: columns do not jump while more pages come in.
    const widthAtFirst = (column: GridColumn): number => {
      const width = atFirst.current.get(column.id) ?? defaultWidth(column);
      if (column.profile || column.source === 'system') atFirst.current.set(column.id, width);
      return width;
    };
    const chosen = dragged ? { ...choice, widths: { ...choice.widths, [dragged.id]: dragged.width } } : choice;
    return layColumns(columns, chosen, widthAtFirst, numberWidth);
  }, [columns, choice, dragged, numberWidth]);
  const layout = useColumnRoom(place, wanted, firstWidth);

  const setWidth = useCallback(
    (id: string, width: number) =>
      onChoice((now) => ({ ...now, widths: { ...now.widths, [id]: boundedWidth(width) } })),
    [onChoice],
  );
  const { laid } = layout;
  const onEdgePress = useCallback(
    (event: PointerEvent<HTMLElement>, id: string) => {
      const from = laid.find(({ column }) => column.id === id);
      if (!from || event.button !== 0) return;
      // Neither a selection nor the move of a column begins here.
      event.preventDefault();
      event.stopPropagation();
      const edge = event.currentTarget;
      const start = event.clientX;
      // A column pinned on the right has its free edge on the left.
      const sign = from.pinned === 'right' ? -1 : 1;
      let width = from.width;
      const onMove = (move: globalThis.PointerEvent) => {
        width = boundedWidth(from.width + sign * (move.clientX - start));
        setDragged({ id, width });
      };
      const onEnd = (end: globalThis.PointerEvent) => {
        edge.removeEventListener('pointermove', onMove);
        edge.removeEventListener('pointerup', onEnd);
        edge.removeEventListener('pointercancel', onEnd);
        if (width !== from.width && end.type === 'pointerup') setWidth(id, width);
        setDragged(null);
      };
      edge.setPointerCapture(event.pointerId);
      edge.addEventListener('pointermove', onMove);
      edge.addEventListener('pointerup', onEnd);
      edge.addEventListener('pointercancel', onEnd);
    },
    [laid, setWidth],
  );
  return useMemo(() => ({ layout, setWidth, onEdgePress }), [layout, setWidth, onEdgePress]);
}
