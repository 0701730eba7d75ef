import { type RefObject, useCallback, useSyncExternalStore } from 'react';
import type { PageReader, ReaderState } from './page-reader';
import type { Reading } from './reading';

/**
 * The state of a reader. Rows that have come are drawn at once, by the grid alone; the components hear of them after that picture, because drawing those
 * takes longer than the rows.
 * @param shown what the grid shows rows of
 * @param redraw draws them anew; false where there is no grid
 */
export function useReaderState(
  reader: PageReader,
  shown: RefObject<Reading | null>,
  redraw: () => boolean,
): ReaderState {
  const subscribe = useCallback(
    (listener: () => void) => {
      let current = true;
      const stop = reader.subscribe(() => {
        // A tab that is not seen draws no picture, and another question has other rows.
        if (document.hidden || shown.current !== reader.reading || !redraw()) return listener();
        requestAnimationFrame(() => setTimeout(() => current && listener()));
      });
      return () => {
        current = false;
        stop();
      };
    },
    [reader, shown, redraw],
  );
  return useSyncExternalStore(subscribe, reader.state);
}
