import { type PointerEvent, type RefObject, useCallback, useState } from 'react';
import { laterCode } from '../ui/later';
import type { ColumnDrag, HeadPress } from './column-drag';
import type { LaidColumn } from './column-layout';
import { recordColumnId } from './columns-of';

const drags = laterCode(() => import('./column-drag'));

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
      const press = { header: header.current, laid, id, start: event.clientX, follow: setDrag, onMove };
      const code = drags.now();
      if (code) code.followPress(press);
      else void followWhenCome(press);
    },
    [header, laid, onMove],
  );
  return { drag, onHeadPress };
}

/** The code of a drag is still on its way: it follows the press when it has come, unless that was let go before. */
async function followWhenCome(press: HeadPress): Promise<void> {
  let held = true;
  const release = (): void => {
    held = false;
  };
  for (const end of ['pointerup', 'pointercancel'] as const) document.addEventListener(end, release, { once: true });
  // Code that does not come leaves the head a button; the menu moves columns too.
  const code = await drags.fetch().catch(() => null);
  if (held) code?.followPress(press);
}
