import { useCallback, useSyncExternalStore } from 'react';
import { afterPicture } from '../../ui/after-picture';
import type { PageReader, ReaderState } from './page-reader';
import type { Reading } from './reading';

/**
 * The state of a reader. Rows that have come are drawn at once, by the grid alone; the components hear of them after that picture, because drawing those
 * takes longer than the rows.
 * @param redraw draws the rows of a reading in the grid; false where that is not to be seen
 */
export function useReaderState(reader: PageReader, redraw: (reading: Reading) => boolean): ReaderState {
  const subscribe = useCallback(
    (listener: () => void) => {
      let current = true;
      const stop = reader.subscribe(() => {
        if (!redraw(reader.reading)) return listener();
        void afterPicture().then(() => current && listener());
      });
      return () => {
        current = false;
        stop();
      };
    },
    [reader, redraw],
  );
  return useSyncExternalStore(subscribe, reader.state);
}
