import { useEffect, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router-dom';
import { formatTablesSearch, parseTablesSearch } from '../../url/page-search';

const pauseMilliseconds = 250;

/**
 * What is typed in *Find a table*. On the page of its own it is in the address, written after a pause (an address that follows each key loses
 * some); beside a table it belongs to the pane alone.
 * @param open whether a table is open
 */
export function useFind(open: boolean): [find: string, setFind: (find: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = open ? '' : parseTablesSearch(parameters).find;
  const [typed, setTyped] = useState({ find: inAddress, open });
  // From the page to a table and back: each has its own search.
  if (typed.open !== open) setTyped({ find: inAddress, open });
  const { find } = typed;
  const leaving = useNavigation().state !== 'idle';

  useEffect(() => {
    // A page on its way must not be called back, nor get this search in its address.
    if (open || leaving || find === inAddress) return;
    const timer = setTimeout(() => setParameters(formatTablesSearch({ find }), { replace: true }), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [open, leaving, find, inAddress, setParameters]);

  return [find, (next) => setTyped({ find: next, open })];
}
