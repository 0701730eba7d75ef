import { type PointerEvent, type RefObject, useState } from 'react';

/** An entry of a list that is dragged by its handle, and the gap that it would go to: before the entry of this index, or after the last one. */
export interface ListDrag {
  id: string;
  gap: number;
}

interface ListDragOptions {
  list: RefObject<HTMLElement | null>;
  /** The entries in order, each of the same height in px. */
  ids: readonly string[];
  rowHeight: number;
  onMove(id: string, target: string, side: 'before' | 'after'): void;
}

/** Within this many pixels of an edge the list scrolls, by as many pixels per frame. */
const edge = 24;
const scrollStep = 6;

/** Moving an entry by pointer or finger: a press on its handle, a drag, and the drop. Escape ends it without a move. */
export function useListDrag({ list, ids, rowHeight, onMove }: ListDragOptions): {
  drag: ListDrag | null;
  onHandlePress(press: PointerEvent<HTMLElement>, id: string): void;
} {
  const [drag, setDrag] = useState<ListDrag | null>(null);

  function onHandlePress(press: PointerEvent<HTMLElement>, id: string): void {
    if (press.button !== 0) return;
    const listening = new AbortController();
    const { signal } = listening;
    let y = press.clientY;
    let gap = ids.indexOf(id);
    let frame = 0;
    const follow = (): void => {
      const element = list.current;
      if (!element) return;
      const { top, bottom } = element.getBoundingClientRect();
      const before = element.scrollTop;
      if (y > bottom - edge) element.scrollTop += scrollStep;
      else if (y < top + edge) element.scrollTop -= scrollStep;
      gap = Math.max(0, Math.min(ids.length, Math.round((y - top + element.scrollTop) / rowHeight)));
      setDrag((now) => (now?.gap === gap ? now : { id, gap }));
      // Where nothing scrolls any more, the next move of the pointer is waited for.
      frame = element.scrollTop === before ? 0 : requestAnimationFrame(follow);
    };
    const end = (): void => {
      listening.abort();
      cancelAnimationFrame(frame);
      setDrag(null);
    };
    const onPointerMove = (move: globalThis.PointerEvent): void => {
      y = move.clientY;
      if (frame === 0) follow();
    };
    const onPointerUp = (): void => {
      end();
      const place = placeOfGap(ids, id, gap);
      if (place) onMove(id, place.target, place.side);
    };
    const onKeyDown = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape') return;
      // It would close the popover of the list.
      key.stopPropagation();
      end();
    };
    document.addEventListener('pointermove', onPointerMove, { signal });
    document.addEventListener('pointerup', onPointerUp, { signal });
    document.addEventListener('pointercancel', end, { signal });
    document.addEventListener('keydown', onKeyDown, { signal, capture: true });
  }

  return { drag, onHandlePress };
}

/** The entry beside a gap, and the side of it that the gap is on; null where the moved entry is there already. */
export function placeOfGap(
  ids: readonly string[],
  id: string,
  gap: number,
): { target: string; side: 'before' | 'after' } | null {
  const from = ids.indexOf(id);
  if (gap === from || gap === from + 1) return null;
  const target = ids[gap > from ? gap - 1 : gap];
  return target === undefined ? null : { target, side: gap > from ? 'after' : 'before' };
}
