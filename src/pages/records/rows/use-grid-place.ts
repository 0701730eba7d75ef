import { type RefObject, useEffect, useState } from 'react';
import { type GridSize, gridPlaceName, placeOfGrid, readGridPlace, sizeAt } from '../../../grid/rows/grid-place';
import { readRemembered, writeRemembered } from '../../../storage/remembered';

/**
 * Remembers where the grid stands when the page is left.
 * @returns the size that the grid will have by that: asked for it, a browser would lay out what has just been drawn
 */
export function useGridPlace(area: RefObject<HTMLElement | null>): GridSize {
  useEffect(() => {
    const remember = () => {
      if (area.current) writeRemembered(gridPlaceName(), placeOfGrid(area.current));
    };
    window.addEventListener('pagehide', remember);
    return () => window.removeEventListener('pagehide', remember);
  }, [area]);
  const [size] = useState(() => sizeAt(readGridPlace(readRemembered(gridPlaceName()))));
  return size;
}
