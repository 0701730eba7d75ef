import { type RefObject, useCallback } from 'react';
import { allSent } from '../../api/activity';
import type { Client } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { type RecordQuery, recordPageOptions } from '../../api/records';
import type { RecordsSearch } from '../../url/records-search';
import { questionOfSearch } from './first-read';
import type { GridAreaHandle } from './grid-area';

interface Asked {
  client: Client;
  query: RecordQuery;
  area: RefObject<GridAreaHandle | null>;
  change(next: Partial<RecordsSearch>): void;
}

/** Asks another question: its request leaves before anything is drawn anew, because it would wait for the end of that. Then the address is another one. */
export function useAsk({ client, query, area, change }: Asked): (next: Partial<RecordsSearch>) => void {
  return useCallback(
    (next) => {
      void queryClient.prefetchQuery(recordPageOptions(client, { ...query, ...questionOfSearch(next) }, 0));
      const { pathname } = location;
      void allSent().then(() => {
        if (location.pathname !== pathname) return;
        change(next);
        area.current?.toStart();
      });
    },
    [client, query, change, area],
  );
}
