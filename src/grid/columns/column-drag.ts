import { type PointerEvent, type RefObject, useCallback, useState } from 'react';
import type { LaidColumn } from './column-layout';
import { recordColumnId } from './columns-of';

/** A column that is being dragged by its head. */
interface ColumnDrag {
  id: string;
  /** Where it would go, and where that is shown, in px from the left edge of the header; null where it cannot go. */
  drop: { target: string; side: 'before' | 'after'; at: number } | null;
}

/** A press becomes a drag when the pointer has moved so far, in px. */
const threshold = 5;
/** Within so many px of an edge of the grid it scrolls along, by as many px a move. */
const edge = 36;
const scrollStep = 18;

/** Moving a column by pointer: a press on its header, a drag, and the drop. Escape ends it without a move. */
export function useColumnDrag(
  header: RefObject<HTMLElement | null>,
  laid: readonly LaidColumn[],
  onMove: (columnId: string, target: string, side: 'before' | 'after') => void,
): { drag: ColumnDrag | null; onHeadPress(event: PointerEvent<HTMLElement>, columnId: string): void } {
  const [drag, setDrag] = useState<ColumnDrag | null>(null);
  const onHeadPress = useCallback(
    (press: PointerEvent<HTMLElement>, id: string) => {
      // A finger scrolls; the menu moves columns too.
      if (press.button !== 0 || press.shiftKey || press.pointerType === 'touch' || id === recordColumnId) return;
      const start = press.clientX;
      const listening = new AbortController();
      const { signal } = listening;
      let current: ColumnDrag | null = null;
      const end = () => {
        listening.abort();
        setDrag(null);
      };
      const onPointerMove = ({ clientX }: globalThis.PointerEvent) => {
        if (current === null && Math.abs(clientX - start) < threshold) return;
        scrollAlong(header.current?.parentElement ?? null, clientX);
        current = { id, drop: dropAt(header.current, laid, id, clientX) };
        setDrag(current);
      };
      const onPointerUp = () => {
        if (current) ignoreClick();
        end();
        if (current?.drop) onMove(id, current.drop.target, current.drop.side);
      };
      const onKeyDown = (key: KeyboardEvent) => {
        if (key.key !== 'Escape' || current === null) return;
        key.stopPropagation();
        ignoreClick();
        end();
      };
      document.addEventListener('pointermove', onPointerMove, { signal });
      document.addEventListener('pointerup', onPointerUp, { signal });
      document.addEventListener('pointercancel', end, { signal });
      document.addEventListener('keydown', onKeyDown, { signal, capture: true });
    },
    [header, laid, onMove],
  );
  return { drag, onHeadPress };
}

/** The gap between two heads that is nearest to a pointer. @param x in px from the left edge of the window */
function dropAt(header: HTMLElement | null, laid: readonly LaidColumn[], id: string, x: number): ColumnDrag['drop'] {
  if (!header) return null;
  const row = header.getBoundingClientRect();
  const under = document
    .elementsFromPoint(x, row.top + row.height / 2)
    .map((element) => element.closest<HTMLElement>('[data-head]'))
    .find((element) => element !== null && header.contains(element));
  const target = laid[Number(under?.dataset.head ?? Number.NaN)]?.column.id;
  if (!under || target === undefined || target === id) return null;
  const box = under.getBoundingClientRect();
  const side = x < box.left + box.width / 2 && target !== recordColumnId ? 'before' : 'after';
  return { target, side, at: (side === 'before' ? box.left : box.right) - row.left };
}

function scrollAlong(scroller: HTMLElement | null, x: number): void {
  if (!scroller) return;
  const { left, right } = scroller.getBoundingClientRect();
  if (x > right - edge) scroller.scrollLeft += scrollStep;
  else if (x < left + edge) scroller.scrollLeft -= scrollStep;
}

/** The press that ends a drag is no press on what it ends on. */
function ignoreClick(): void {
  const stop = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
}
