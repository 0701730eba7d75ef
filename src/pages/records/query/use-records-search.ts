import { useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { RecordsSearch, SearchProblem } from '../../../url/records-search';
import { readSearch, searchFor } from './read-search';

export interface RecordsSearchState {
  search: RecordsSearch;
  problems: SearchProblem[];
  /** Puts a change into the address; `replace` leaves no step of back and forward. */
  change(change: Partial<RecordsSearch>, replace?: boolean): void;
}

/** What the address of this page holds. Filter and order stay the same objects while their text does. */
export function useRecordsSearch(): RecordsSearchState {
  const [parameters, setParameters] = useSearchParams();
  const filter = parameters.get('filter');
  const kept = parameters.get('kept');
  const order = parameters.get('order');
  const columns = parameters.get('columns');
  const record = parameters.get('record') || null;
  const view = useMemo(() => {
    const texts = Object.entries({ filter, kept, order, columns });
    return readSearch(new URLSearchParams(texts.filter((entry): entry is [string, string] => entry[1] !== null)));
  }, [filter, kept, order, columns]);
  const search = useMemo(() => ({ ...view.search, record }), [view, record]);
  // Two presses in one moment are one change: the address of the first has not come when the second is made.
  const asked = useRef(search);
  useLayoutEffect(() => {
    asked.current = search;
  }, [search]);
  return useMemo(
    () => ({
      search,
      problems: view.problems,
      change: (change, replace = false) => {
        // Another filter takes the place of the kept one; none at all, too.
        const kept = change.filter === undefined ? asked.current.kept : null;
        asked.current = { ...asked.current, kept, ...change };
        setParameters(searchFor(asked.current), { replace });
      },
    }),
    [search, view, setParameters],
  );
}
