import { useLayoutEffect, useRef } from 'react';
import { assignSlots } from './slots';

/** The rows to draw in the order of the elements that draw them: an element stays where it is in the document, whichever row it is given. */
export function useSlots(rows: readonly number[]): { row: number; slot: number }[] {
  const kept = useRef<ReadonlyMap<number, number>>(new Map());
  const slots = assignSlots(kept.current, rows);
  useLayoutEffect(() => {
    kept.current = slots;
  });
  const drawn: { row: number; slot: number }[] = [];
  for (const [row, slot] of slots) drawn[slot] = { row, slot };
  return drawn;
}
