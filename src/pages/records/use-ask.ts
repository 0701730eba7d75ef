import { type RefObject, useCallback, useRef } from 'react';
import type { Client } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { type RecordQuery, recordPageOptions } from '../../api/records';
import { afterPicture } from '../../ui/after-picture';
import type { RecordsSearch } from '../../url/records-search';
import { questionOfSearch } from './first-read';
import type { GridAreaHandle } from './grid-area';

interface Asked {
  client: Client;
  query: RecordQuery;
  area: RefObject<GridAreaHandle | null>;
  change(next: Partial<RecordsSearch>): void;
}

/** An answer that comes sooner is drawn before the page is. Longer than a tenth of a second a press may not seem to do nothing. */
const patienceMs = 90;

/**
 * Asks another question: its request leaves before anything is drawn anew, because it would wait for the end of that, and an answer that comes at once is
 * drawn by the grid before the page is. Then the address is another one.
 */
export function useAsk({ client, query, area, change }: Asked): (next: Partial<RecordsSearch>) => void {
  const pending = useRef<{ next: Partial<RecordsSearch>; drop(): void }>(null);
  return useCallback(
    (press) => {
      // Two presses in one moment are one question.
      const next = { ...pending.current?.next, ...press };
      pending.current?.drop();
      const { pathname } = location;
      const own = {
        next,
        drop() {
          clearTimeout(timer);
          if (pending.current === own) pending.current = null;
        },
      };
      const apply = (): void => {
        if (pending.current !== own) return;
        own.drop();
        if (location.pathname !== pathname) return;
        change(next);
        area.current?.toStart();
      };
      pending.current = own;
      const timer = setTimeout(apply, patienceMs);
      void queryClient.fetchQuery(recordPageOptions(client, { ...query, ...questionOfSearch(next) }, 0)).then(
        ({ data: { items } }) => {
          if (pending.current !== own || location.pathname !== pathname) return;
          if (area.current?.redraw((row) => items[row], true)) void afterPicture().then(apply);
          else apply();
        },
        // The page asks again, and says what came.
        apply,
      );
    },
    [client, query, change, area],
  );
}
