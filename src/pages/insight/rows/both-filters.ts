import { entriesOf, type Filter, joinOf } from '../../../contract/filter';

/** A filter for the rows that meet both. */
export function bothFilters(first: Filter | null, second: Filter): Filter {
  if (first === null) return second;
  const entries = [first, second].flatMap((filter) => (joinOf(filter) === 'and' ? entriesOf(filter) : [filter]));
  return { and: entries };
}
