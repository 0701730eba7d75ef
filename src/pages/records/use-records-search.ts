import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  formatRecordsSearch,
  parseRecordsSearch,
  type RecordsSearch,
  type SearchProblem,
} from '../../url/records-search';

export interface RecordsSearchState {
  search: RecordsSearch;
  problems: SearchProblem[];
  /** Puts a change into the address; `replace` leaves no step of back and forward. */
  change(change: Partial<RecordsSearch>, replace?: boolean): void;
}

/** What the address of this page holds. Filter and order stay the same objects while their text does. */
export function useRecordsSearch(): RecordsSearchState {
  const [parameters, setParameters] = useSearchParams();
  const filterText = parameters.get('filter');
  const orderText = parameters.get('order');
  const columnsText = parameters.get('columns');
  const record = parameters.get('record') || null;
  const view = useMemo(() => {
    const texts = Object.entries({ filter: filterText, order: orderText, columns: columnsText });
    return parseRecordsSearch(
      new URLSearchParams(texts.filter((entry): entry is [string, string] => entry[1] !== null)),
    );
  }, [filterText, orderText, columnsText]);
  return useMemo(() => {
    const search = { ...view.search, record };
    return {
      search,
      problems: view.problems,
      change: (change, replace = false) => setParameters(formatRecordsSearch({ ...search, ...change }), { replace }),
    };
  }, [view, record, setParameters]);
}
