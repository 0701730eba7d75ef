import { type RefObject, useLayoutEffect, useState } from 'react';
import type { GridHandle } from '../../../grid/grid';
import type { Extent } from '../../../grid/rows/extent';
import type { EndTarget } from '../../../grid/selection/selection';
import type { CountState } from './use-count';

/** Where to go when the end is found. `counts`: the count was begun for this alone. */
interface Wish {
  target: EndTarget;
  extend: boolean;
  counts: boolean;
}

/**
 * The way to the last row while nobody knows which one it is (4.4 gives no total): the rows are counted, and the grid goes there when they are. Whatever else is
 * selected meanwhile ends it, Escape too.
 */
export function useEndSearch(grid: RefObject<GridHandle | null>, extent: Extent, count: CountState) {
  const [wish, setWish] = useState<Wish | null>(null);
  const { exactly, atLeast } = extent;
  const counting = count.counting !== null;

  useLayoutEffect(() => {
    if (wish === null || (exactly === null && counting)) return;
    setWish(null);
    // Neither known nor being counted: it was stopped, or failed, which the status bar says.
    if (exactly !== null) grid.current?.moveTo(wish.target, wish.extend);
  }, [wish, exactly, counting, grid]);

  return {
    searching: wish !== null,
    begin(target: EndTarget, extend: boolean): void {
      if (!counting && exactly === null) count.start(atLeast);
      setWish({ target, extend, counts: wish?.counts ?? !counting });
    },
    /** Nobody wants to go there any more. */
    leave(): void {
      if (wish === null) return;
      setWish(null);
      if (wish.counts) count.stop();
    },
  };
}
