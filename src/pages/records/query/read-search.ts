import {
  addressBytesMax,
  formatRecordsSearch,
  type ParsedRecordsSearch,
  parseRecordsSearch,
  type RecordsSearch,
} from '../../../url/records-search';
import { keepFilter, keptFilter } from './kept-filters';

/** What the address of the records page asks for; a filter that only a name stands for is taken from where it is kept. */
export function readSearch(parameters: URLSearchParams): ParsedRecordsSearch {
  const { search, problems } = parseRecordsSearch(parameters);
  if (search.kept === null || search.filter !== null) return { search: { ...search, kept: null }, problems };
  const filter = keptFilter(search.kept);
  return filter === null
    ? { search, problems: [...problems, { parameter: 'kept', reason: 'not-here' }] }
    : { search: { ...search, filter }, problems };
}

/** The search part of an address; a filter that is too long for one is kept in this browser under a name. */
export function searchFor(search: RecordsSearch): string {
  const { filter } = search;
  const whole = formatRecordsSearch({ ...search, kept: filter === null ? search.kept : null });
  if (filter === null || whole.length <= addressBytesMax) return whole;
  return formatRecordsSearch({ ...search, filter: null, kept: keepFilter(filter) });
}
