import { type PointerEvent, type RefObject, useCallback, useState } from 'react';
import type { LaidColumn } from './column-layout';
import { recordColumnId } from './columns-of';

/** A column that is being dragged by its head. */
export interface ColumnDrag {
  id: string;
  /** Where it would go, and where that is shown, in px from the left edge of the header; null where it cannot go. */
  drop: { target: string; side: 'before' | 'after'; at: number } | null;
}

/** The move of a column by the pointer: a press on its head, a drag, and where it is let go. */
export function useColumnDrag(
  header: RefObject<HTMLElement | null>,
  laid: readonly LaidColumn[],
  onMove: (columnId: string, target: string, side: 'before' | 'after') => void,
): { drag: ColumnDrag | null; onHeadPress(event: PointerEvent<HTMLElement>, columnId: string): void } {
  const [drag, setDrag] = useState<ColumnDrag | null>(null);
  const onHeadPress = useCallback(
    (event: PointerEvent<HTMLElement>, id: string) => {
      // A finger scrolls; the menu moves columns too.
      if (event.button !== 0 || event.shiftKey || event.pointerType === 'touch' || id === recordColumnId) return;
      followPress({ header: header.current, laid, id, start: event.clientX, follow: setDrag, onMove });
    },
    [header, laid, onMove],
  );
  return { drag, onHeadPress };
}

interface HeadPress {
  header: HTMLElement | null;
  laid: readonly LaidColumn[];
  /** The column whose head is held, and where the pointer was then, in px from the left edge of the window. */
  id: string;
  start: number;
  /** Takes where the column is; null when the drag is over. */
  follow(drag: ColumnDrag | null): void;
  onMove(columnId: string, target: string, side: 'before' | 'after'): void;
}

/** A press becomes a drag when the pointer has moved so far, in px. */
const threshold = 5;
/** Within so many px of an edge of the grid it scrolls along, by as many px a move. */
const edge = 36;
const scrollStep = 18;

/** Follows a press on the head of a column until it is let go. Escape ends it without a move. */
export function followPress({ header, laid, id, start, follow, onMove }: HeadPress): void {
  let current: ColumnDrag | null = null;
  const onPointerMove = (move: globalThis.PointerEvent) => {
    if (current === null && Math.abs(move.clientX - start) < threshold) return;
    scrollAlong(header?.parentElement ?? null, move.clientX);
    current = { id, drop: dropAt(header, laid, id, move.clientX) };
    follow(current);
  };
  const end = () => {
    document.removeEventListener('pointermove', onPointerMove);
    document.removeEventListener('pointerup', onPointerUp);
    document.removeEventListener('pointercancel', end);
    document.removeEventListener('keydown', onKeyDown, true);
    follow(null);
  };
  const onPointerUp = () => {
    const drop = current?.drop;
    if (current) ignoreClick();
    end();
    if (drop) onMove(id, drop.target, drop.side);
  };
  const onKeyDown = (key: KeyboardEvent) => {
    if (key.key !== 'Escape' || current === null) return;
    key.stopPropagation();
    ignoreClick();
    end();
  };
  document.addEventListener('pointermove', onPointerMove);
  document.addEventListener('pointerup', onPointerUp);
  document.addEventListener('pointercancel', end);
  document.addEventListener('keydown', onKeyDown, true);
}

/** The gap between two heads that is nearest to a pointer. @param x in px from the left edge of the window */
function dropAt(
  header: HTMLElement | null,
  laid: readonly LaidColumn[],
  id: string,
  x: number,
): ColumnDrag['drop'] | null {
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
