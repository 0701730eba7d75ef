import { keepFilter, keptFilter } from '../storage/long-filters';
import {
  addressBytesMax,
  formatRecordsSearch,
  type ParsedRecordsSearch,
  parseRecordsSearch,
  type RecordsSearch,
} from './records-search';

/** The search part of a records address, in which a filter may be a name: then it is read from this browser. */
export function readRecordsAddress(parameters: URLSearchParams): ParsedRecordsSearch {
  const { search, problems } = parseRecordsSearch(parameters);
  if (search.kept === null || search.filter !== null) return { search: { ...search, kept: null }, problems };
  const filter = keptFilter(search.kept);
  return filter === null
    ? { search, problems: [...problems, { parameter: 'kept', reason: 'not-here' }] }
    : { search: { ...search, filter }, problems };
}

/** The search part of a records address; a filter that is too long for one is kept in this browser under a name. */
export function formatRecordsAddress(search: Partial<RecordsSearch>): string {
  const { filter, kept } = search;
  const whole = formatRecordsSearch({ ...search, kept: filter ? null : kept });
  if (!filter || whole.length <= addressBytesMax) return whole;
  return formatRecordsSearch({ ...search, filter: null, kept: keepFilter(filter) });
}
