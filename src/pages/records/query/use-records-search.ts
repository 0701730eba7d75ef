import { useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Filter, readFilter } from '../../../contract/filter';
import { formatJson, isJsonObject, parseJson } from '../../../contract/json';
import { readRemembered, writeRemembered } from '../../../storage/local-settings';
import {
  addressBytesMax,
  formatRecordsSearch,
  type ParsedRecordsSearch,
  parseRecordsSearch,
  type RecordsSearch,
} from '../../../url/records-search';

type Change = Partial<RecordsSearch>;

interface RecordsSearchState extends ParsedRecordsSearch {
  /** Puts a change into the address, also one made of what is asked by now; `replace` leaves no step of back and forward. */
  change(change: Change | ((asked: RecordsSearch) => Change), replace?: boolean): void;
}

/** What the address of this page holds. Filter and order stay the same objects while another record is opened. */
export function useRecordsSearch(): RecordsSearchState {
  const [parameters, setParameters] = useSearchParams();
  const record = parameters.get('record') || null;
  const field = (record && parameters.get('field')) || null;
  const others = new URLSearchParams(parameters);
  others.delete('record');
  others.delete('field');
  const text = others.toString();
  const view = useMemo(() => readSearch(new URLSearchParams(text)), [text]);
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
        setParameters(formatSearch(to), { replace });
      },
    }),
    [search, view, setParameters],
  );
}

/** The search of a records address; a named filter is read from storage. */
export function readSearch(parameters: URLSearchParams): ParsedRecordsSearch {
  const { search, problems } = parseRecordsSearch(parameters);
  if (search.kept === null || search.filter !== null) return { search: { ...search, kept: null }, problems };
  const filter = keptFilter(search.kept);
  return filter === null
    ? { search, problems: [...problems, { parameter: 'kept', reason: 'not-here' }] }
    : { search: { ...search, filter }, problems };
}

/** The search part of an address; a filter that is too long for one is kept in this browser under a name. */
export function formatSearch(search: RecordsSearch): string {
  const { filter } = search;
  const whole = formatRecordsSearch({ ...search, kept: filter === null ? search.kept : null });
  if (filter === null || whole.length <= addressBytesMax) return whole;
  return formatRecordsSearch({ ...search, filter: null, kept: keepFilter(filter) });
}

const storageName = 'long-filters';
const keptMax = 20;

/** The long filters that this browser keeps, as texts by name, the latest last. */
function keptFilters(): [string, string][] {
  const kept = readRemembered(storageName);
  return isJsonObject(kept)
    ? Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : [];
}

/** The filter that is kept under a name; null when it is not here. */
export function keptFilter(name: string): Filter | null {
  const text = keptFilters().find(([each]) => each === name)?.[1];
  if (text === undefined) return null;
  try {
    const read = readFilter(parseJson(text));
    return read.ok ? read.filter : null;
  } catch {
    return null;
  }
}

/** Keeps a filter. @returns its name, which is the same for the same filter */
export function keepFilter(filter: Filter): string {
  const text = formatJson(filter);
  const name = `f${hashOf(text)}`;
  const others = keptFilters().filter(([each]) => each !== name);
  writeRemembered(storageName, Object.fromEntries([...others.slice(1 - keptMax), [name, text]]));
  return name;
}

/** FNV-1a twice, from two beginnings: names of a few texts in one browser do not meet. */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193) >>> 0;
    high = Math.imul(high ^ unit, 0x01000193) >>> 0;
  }
  return low.toString(36) + high.toString(36);
}
