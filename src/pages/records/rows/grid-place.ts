import { type RefObject, useEffect, useState } from 'react';
import { isJsonObject } from '../../../contract/json';
import type { GridSize } from '../../../grid/grid';
import { readRemembered, writeRemembered } from '../../../storage/local-settings';
import { phoneWindow } from '../../../ui/hooks/use-media';

/** In a narrow window the frame is another. */
const narrow = '(max-width: 1180px)';

/** The distances of the grid's edges from those of the window, in px, with the frame's default space: sidebar, table list, header, query, status. */
const defaults = {
  wide: { left: 440, top: 91, bottom: 34 },
  // The header has two lines.
  narrow: { left: 264, top: 116, bottom: 34 },
  phone: { left: 0, top: 104, bottom: 98 },
};

function frameOfWindow(): keyof typeof defaults {
  if (matchMedia(phoneWindow).matches) return 'phone';
  return matchMedia(narrow).matches ? 'narrow' : 'wide';
}

const nameOf = (frame: string): string => `grid-place:${frame}`;

/**
 * Stores the grid's position when the page is left.
 * @returns the grid's expected size: querying it would force a layout of what was just drawn
 */
export function useGridPlace(area: RefObject<HTMLElement | null>): GridSize {
  useEffect(() => {
    const remember = () => {
      if (!area.current) return;
      const { left, top, bottom } = area.current.getBoundingClientRect();
      writeRemembered(nameOf(frameOfWindow()), { left, top, bottom: innerHeight - bottom });
    };
    window.addEventListener('pagehide', remember);
    return () => window.removeEventListener('pagehide', remember);
  }, [area]);
  const [size] = useState(expectedSize);
  return size;
}

/** Rows and columns are drawn for the space that is expected: of more than the window there would be no end. */
function isWithin(distance: unknown, length: number): distance is number {
  return typeof distance === 'number' && distance >= 0 && distance < length;
}

/** By where the grid was last in such a window. */
function expectedSize(): GridSize {
  const frame = frameOfWindow();
  const kept = readRemembered(nameOf(frame));
  const { left, top, bottom } = isJsonObject(kept) ? kept : {};
  const isPlace = isWithin(left, innerWidth) && isWithin(top, innerHeight) && isWithin(bottom, innerHeight);
  const place = isPlace ? { left, top, bottom } : defaults[frame];
  return { width: innerWidth - place.left, height: innerHeight - place.top - place.bottom };
}
