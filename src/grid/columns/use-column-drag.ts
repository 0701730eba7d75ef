import { type PointerEvent, type RefObject, useCallback, useState } from 'react';
import { type ColumnDrag, followPress } from './column-drag';
import type { LaidColumn } from './column-layout';
import { recordColumnId } from './columns-of';

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
