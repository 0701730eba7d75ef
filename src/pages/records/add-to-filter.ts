import { entriesOf, type Filter, type FilterEntry, isCondition, joinOf } from '../../contract/filter';

// Apart from the other changes of a filter, because it alone is part of the first load.

/** A filter that asks an entry beside what it asked before. */
export function addToFilter(filter: Filter | null, entry: FilterEntry): Filter {
  if (filter === null) return isCondition(entry) ? { and: [entry] } : entry;
  if (joinOf(filter) !== 'and') return { and: [filter, entry] };
  // A plain group of conditions that must all hold is one with those that must hold already.
  const entries = joinOf(entry) === 'and' && Object.keys(entry).length === 1 ? entriesOf(entry) : [entry];
  return { ...filter, and: [...entriesOf(filter), ...entries] };
}
