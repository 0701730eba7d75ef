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
  /** Opens a record beside the rows, in place of a file, or closes it (null). Opening the first one is a step of the history, which closing takes back. */
  open(record: Id | null): void;
  /** Shows a file beside the rows, or closes it: a step of the history likewise. */
  showFile(shows: boolean): void;
}

/** What the address of this page holds. Filter and order stay the same objects while another record is opened. */
export function useRecordsSearch(): RecordsSearchState {
  const [parameters, setParameters] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const visit = useRecordsVisit();
  const { openedFrom } = visit;
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
  // Where the step back of a closed record or file was made: a second press in the same moment must not leave the page.
  const stepped = useRef<{ from: Location; arrival: Promise<void> }>(null);
  const isFileOpen = useCallback(
    () => visit.showsFile === true && stepped.current?.from !== location,
    [visit.showsFile, location],
  );
  const put = useCallback(
    (to: RecordsSearch, replace: boolean, state: RecordsVisit | null) => {
      pending.current = { from: search, to };
      const write = () => setParameters(formatRecordsAddress(to), { replace, state });
      if (stepped.current?.from !== location) return write();
      // The browser may still be on its way back: written now, it would be lost there.
      void stepped.current.arrival.then(write);
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
      put(
        to,
        replace,
        isFileOpen() ? { showsFile: true } : replace && openedFrom !== undefined ? { openedFrom } : null,
      );
    },
    [askedNow, put, isFileOpen, openedFrom],
  );
  // On a busy machine the browser may be at another step than the one that is drawn: then it is not known what lies before it.
  const isHere = () => (history.state?.key ?? 'default') === location.key;
  const close = (to: RecordsSearch, state: RecordsVisit | null) => {
    if (stepped.current?.from === location) return;
    // Only to the very address that closing makes: another sort or filter, chosen meanwhile, stays.
    if (!isHere() || openedFrom !== formatRecordsAddress(to)) return put(to, true, state);
    pending.current = { from: search, to };
    // The router hears of it first.
    const arrival = new Promise<void>((done) => addEventListener('popstate', () => setTimeout(done), { once: true }));
    stepped.current = { from: location, arrival };
    stepBack(location.key, navigate);
  };
  const open: RecordsSearchState['open'] = (next) => {
    const now = askedNow();
    const to = { ...now, record: next, field: null };
    if (next === null) return close(to, null);
    const replace = isFileOpen() || (record !== null && now.record !== null);
    const before = replace ? openedFrom : parameters.toString();
    const isKnown = isHere() && before !== undefined && (replace || !handsOver(visit));
    put(to, replace, isKnown ? { openedFrom: before } : null);
  };
  const showFile: RecordsSearchState['showFile'] = (shows) => {
    const now = askedNow();
    if (!shows) return close(now, { ...visit, showsFile: false });
    if (isFileOpen()) return;
    put(now, false, { ...visit, showsFile: true, openedFrom: isHere() ? formatRecordsAddress(now) : undefined });
  };
  return { search, problems: view.problems, change, open, showFile };
}

/** Whether this visit would do once more, when one comes back to it, what it was handed over: closing a record does not. */
function handsOver({ undoJob, startAt }: RecordsVisit): boolean {
  return undoJob !== undefined || startAt !== undefined;
}
