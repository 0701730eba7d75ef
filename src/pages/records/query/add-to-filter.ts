import { entriesOf, type Filter, type FilterEntry, isCondition, joinOf } from '../../../contract/filter';

// Apart from the other changes of a filter: the first page has these, the dialogs the rest.

/** A filter that requires a further entry, too. */
export function addToFilter(filter: Filter | null, entry: FilterEntry): Filter {
  if (filter === null) return isCondition(entry) ? { and: [entry] } : entry;
  if (joinOf(filter) !== 'and') return { and: [filter, entry] };
  // A plain group of conditions that must all hold is one with those that must hold already.
  const entries = joinOf(entry) === 'and' && Object.keys(entry).length === 1 ? entriesOf(entry) : [entry];
  return { ...filter, and: [...entriesOf(filter), ...entries] };
}
