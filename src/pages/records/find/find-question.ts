import { isText } from '../../../contract/field-kinds';
import { entriesOf, type Filter, type FilterEntry, filterBounds } from '../../../contract/filter';
import { sameJson } from '../../../contract/json';
import type { GridColumn } from '../../../grid/columns/columns-of';

/** The columns that can be asked for a part of their text: `in` on text is reported to find parts (field notes). */
export function textColumns(columns: readonly GridColumn[]): GridColumn[] {
  return columns.filter(({ source, kind }) => source !== 'system' && isText(kind));
}

/**
 * The question for the rows in which a text stands in some column of text; null where there is none. A service may tell capitals from small letters, which
 * the search of the rows read does not: the usual ways to write the text are asked for, any of them.
 */
export function questionOfText(text: string, columns: readonly GridColumn[]): FilterEntry | null {
  const asked = textColumns(columns);
  const spelled = spellingsOf(text);
  const parts = asked.length * spelled.length > filterBounds.conditions ? [text] : spelled;
  const conditions = asked.map(({ id }) => ({ field: id, query: { in: parts } }));
  const [only] = conditions;
  if (only === undefined || text === '') return null;
  return conditions.length === 1 ? only : { or: conditions };
}

/** As written, in small letters, in capitals, and with a capital first. */
export function spellingsOf(text: string): string[] {
  const small = text.toLowerCase();
  const [first = '', ...rest] = small;
  return [...new Set([text, small, text.toUpperCase(), first.toUpperCase() + rest.join('')])];
}

/** Whether every row of a filter has to satisfy an entry by itself already. */
export function asksFor(filter: Filter | null, entry: FilterEntry): boolean {
  if (filter === null) return false;
  if (sameJson(filter, entry)) return true;
  const entries = entriesOf(filter);
  return (entries.length === 1 || Array.isArray(filter.and)) && entries.some((each) => sameJson(each, entry));
}
