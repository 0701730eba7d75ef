import { useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatRecordsAddress, readRecordsAddress } from '../../../url/records-address';
import type { ParsedRecordsSearch, RecordsSearch } from '../../../url/records-search';
import { type RecordsVisit, useRecordsVisit } from '../../../url/records-visit';

type Change = Partial<RecordsSearch>;

interface RecordsSearchState extends ParsedRecordsSearch {
  /** Puts a change into the address, also one made of what is asked by now; `replace` leaves no step of back and forward. */
  change(change: Change | ((asked: RecordsSearch) => Change), replace?: boolean): void;
}

/** What the address of this page holds. Filter and order stay the same objects while another record is opened. */
export function useRecordsSearch(): RecordsSearchState {
  const [parameters, setParameters] = useSearchParams();
  const { showsFile } = useRecordsVisit();
  const record = parameters.get('record') || null;
  const field = (record && parameters.get('field')) || null;
  const others = new URLSearchParams(parameters);
  others.delete('record');
  others.delete('field');
  const text = others.toString();
  const view = useMemo(() => readRecordsAddress(new URLSearchParams(text)), [text]);
  const search = useMemo(() => ({ ...view.search, record, field }), [view, record, field]);
  // Two presses in one moment are one change: the address of the first has not come when the second is made.
  const pending = useRef({ from: search, to: search });
  return useMemo(
    () => ({
      search,
      problems: view.problems,
      change: (asked, replace = false) => {
        const now = pending.current.from === search ? pending.current.to : search;
        const change = typeof asked === 'function' ? asked(now) : asked;
        // Another filter takes the place of the kept one; none at all, too. A linked cell is one of the address that was opened.
        const to = { ...now, kept: change.filter === undefined ? now.kept : null, field: null, ...change };
        pending.current = { from: search, to };
        // A file beside the rows stays there, unless a record takes its place.
        const state: RecordsVisit | null = showsFile && change.record === undefined ? { showsFile } : null;
        setParameters(formatRecordsAddress(to), { replace, state });
      },
    }),
    [search, view, showsFile, setParameters],
  );
}
