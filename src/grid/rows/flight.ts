/**
 * While a grid scrolls up or down its pinned columns need not be sticky, because nothing moves sideways: they are put where they stand, once, and a browser
 * has no layer for each row to put together. It ends when the scroll rests or goes sideways.
 */
export interface Flight {
  /** The scroll goes up or down. */
  goOn(): void;
  /** The scroll went sideways, or the grid is no more. */
  end(): void;
}

/** Milliseconds without a scroll after which a flight is over. */
const restMs = 150;

export function createFlight(element: HTMLElement): Flight {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let flying = false;
  let left = 0;

  function end(): void {
    if (!flying) return;
    flying = false;
    clearTimeout(resting);
    delete element.dataset.flying;
  }

  return {
    goOn() {
      if (flying && element.scrollLeft !== left) end();
      else if (!flying) {
        flying = true;
        left = element.scrollLeft;
        element.style.setProperty('--flying-left', `${left}px`);
        element.style.setProperty('--flying-right', `${left + element.clientWidth - element.scrollWidth}px`);
        element.dataset.flying = '';
      }
      clearTimeout(resting);
      resting = setTimeout(end, restMs);
    },
    end,
  };
}
