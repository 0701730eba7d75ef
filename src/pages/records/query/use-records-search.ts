import { useCallback, useMemo, useRef } from 'react';
import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Id } from '../../../contract/ids';
import { stepBack } from '../../../ui/overlay/leaving';
import { formatRecordsAddress, readRecordsAddress } from '../../../url/records-address';
import type { ParsedRecordsSearch, RecordsSearch } from '../../../url/records-search';
import { type RecordsVisit, useRecordsVisit } from '../../../url/records-visit';

type Change = Partial<Omit<RecordsSearch, 'record'>>;

interface RecordsSearchState extends ParsedRecordsSearch {
  /** Puts a change into the address, also one made of what is asked by now; `replace` leaves no step of back and forward. */
  change(change: Change | ((asked: RecordsSearch) => Change), replace?: boolean): void;
  /**
   * Opens a record beside the rows, or closes it (null). Opening the first one is a step of the history, which closing takes back.
   * @param overFile whether it takes the place of a file
   */
  open(record: Id | null, overFile: boolean): void;
}

/** What the address of this page holds. Filter and order stay the same objects while another record is opened. */
export function useRecordsSearch(): RecordsSearchState {
  const [parameters, setParameters] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const visit = useRecordsVisit();
  const { showsFile, openedFrom } = visit;
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
  const askedNow = useCallback(() => (pending.current.from === search ? pending.current.to : search), [search]);
  // Where the step back of a closed record was made: a second press in the same moment must not leave the page.
  const steppedFrom = useRef<Location>(null);
  const put = useCallback(
    (to: RecordsSearch, replace: boolean, state: RecordsVisit | null) => {
      pending.current = { from: search, to };
      const write = () => setParameters(formatRecordsAddress(to), { replace, state });
      if (steppedFrom.current !== location) return write();
      // The browser is still on its way back: written now, it would be lost there. The router hears of its arrival first.
      addEventListener('popstate', () => setTimeout(write), { once: true });
    },
    [search, setParameters, location],
  );
  const change = useCallback<RecordsSearchState['change']>(
    (asked, replace = false) => {
      const now = askedNow();
      const change = typeof asked === 'function' ? asked(now) : asked;
      // Another filter takes the place of the kept one; none at all, too. A linked cell is one of the address that was opened.
      const to = { ...now, kept: change.filter === undefined ? now.kept : null, field: null, ...change };
      // A file beside the rows stays there; an entry that is replaced was opened from where it was.
      put(to, replace, showsFile ? { showsFile } : replace && openedFrom !== undefined ? { openedFrom } : null);
    },
    [askedNow, put, showsFile, openedFrom],
  );
  const open: RecordsSearchState['open'] = (next, overFile) => {
    const now = askedNow();
    const to = { ...now, record: next, field: null };
    // On a busy machine the browser may be at another step than the one that is drawn: then it is not known what lies before it.
    const isHere = window.location.search === location.search;
    if (next !== null) {
      const replace = overFile || (record !== null && now.record !== null);
      const before = replace ? visit.openedFrom : parameters.toString();
      const isKnown = isHere && before !== undefined && (replace || !handsOver(visit));
      return put(to, replace, isKnown ? { openedFrom: before } : null);
    }
    if (steppedFrom.current === location) return;
    // Only to the very address that closing makes: another sort or filter, chosen meanwhile, stays.
    if (!isHere || visit.openedFrom !== formatRecordsAddress(to)) return put(to, true, null);
    pending.current = { from: search, to };
    steppedFrom.current = location;
    stepBack(location.key, navigate);
  };
  return { search, problems: view.problems, change, open };
}

/** Whether this visit would do once more, when one comes back to it, what it was handed over: closing a record does not. */
function handsOver({ undoJob, showsFile, startAt }: RecordsVisit): boolean {
  return undoJob !== undefined || showsFile === true || startAt !== undefined;
}
