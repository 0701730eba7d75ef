import { type RefObject, useEffect } from 'react';
import { gridPlaceName, placeOfGrid } from '../../grid/grid-place';
import { writeRemembered } from '../../storage/remembered';

/** Remembers where the grid stands when the page is left: the next first picture puts its rows there. */
export function useGridPlace(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const remember = () => {
      if (area.current) writeRemembered(gridPlaceName(), placeOfGrid(area.current));
    };
    window.addEventListener('pagehide', remember);
    return () => window.removeEventListener('pagehide', remember);
  }, [area]);
}
