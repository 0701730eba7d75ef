import { isDate, isNamedReference, operatorsFor } from '../../../contract/field-kinds';
import type { FilterCondition, FilterEntry } from '../../../contract/filter';
import { formatJson, isEmptyValue, type Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { referencesOf } from '../../../edits/same-value';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import type { BarRange } from '../../../grid/profile/distribution';
import { wordLength } from '../../../grid/profile/profile';
import { rectangleOf, type Selection } from '../../../grid/selection/selection';

/** The filter values of cells: their distinct values, and empty ones. */
interface CellFilter {
  entry: FilterEntry;
  /** Distinct non-empty values. */
  values: Json[];
  /** Whether some of the cells are null, missing or empty: the API has one operator for the three, `em` (field notes). */
  empty: boolean;
}

/** More would make an unreadable filter. */
export const filterValuesMax = 500;

/**
 * The filter for the rows with the values of some cells of a column, or for the rows without them. Null where the kind has no such operator, or with too
 * many values.
 * @param equal false: the rows without them
 */
export function cellFilter(
  column: Pick<GridColumn, 'id' | 'kind'>,
  cells: readonly (Json | undefined)[],
  equal: boolean,
): CellFilter | null {
  const operators = operatorsFor(column.kind, column.id);
  const empty = cells.some(isEmptyValue);
  if (cells.length === 0 || (empty && !operators.includes('em'))) return null;
  const values = distinct(cells);
  if (values.length > filterValuesMax) return null;
  const wanted = values.length === 0 ? [] : valueEntries(column, values, equal);
  if (wanted === null) return null;
  const entries = empty ? [...wanted, { field: column.id, query: { em: equal } }] : wanted;
  const [only] = entries;
  if (only === undefined) return null;
  const entry = entries.length === 1 ? only : { [equal ? 'or' : 'and']: entries };
  return { entry, values, empty };
}

/** The filter for the rows of one bar of a distribution; null for kinds without ranges. */
export function rangeFilter(
  { id: field, kind }: Pick<GridColumn, 'id' | 'kind'>,
  range: BarRange,
): FilterCondition | null {
  const { from, to, holdsEnd } = range;
  const operators = operatorsFor(kind, field);
  if (!operators.includes('gte') || !operators.includes('lt')) return null;
  // The last day may have hours after its beginning.
  if (isDate(kind) && holdsEnd) return { field, query: { gte: from } };
  if (from === to) return { field, query: { eq: from } };
  return { field, query: holdsEnd ? { gte: from, lte: to } : { gte: from, lt: to } };
}

/**
 * The filter for the rows of one word of a distribution: those that hold the option, user or record, among others or alone, or that are this text. Null where
 * the whole value is not known.
 * @param references names by ID, of those that were seen
 */
export function wordFilter(
  { id: field, kind }: Pick<GridColumn, 'id' | 'kind'>,
  word: string,
  references: ReadonlyMap<string, string>,
): FilterCondition | null {
  const operators = operatorsFor(kind, field);
  if (!isNamedReference(kind)) {
    return operators.includes('eq') && word.length < wordLength ? { field, query: { eq: word } } : null;
  }
  const ids = [...references].flatMap(([id, name]) => (name.slice(0, wordLength) === word ? [id] : []));
  return operators.includes('in') && ids.length > 0 ? { field, query: { in: ids } } : null;
}

function distinct(cells: readonly (Json | undefined)[]): Json[] {
  const byText = new Map<string, Json>();
  for (const cell of cells) if (!isEmptyValue(cell) && cell !== undefined) byText.set(formatJson(cell), cell);
  return [...byText.values()];
}

/** Conditions on one field, joined by OR (`equal`) or by AND. */
function valueEntries(
  { id: field, kind }: Pick<GridColumn, 'id' | 'kind'>,
  values: readonly Json[],
  equal: boolean,
): FilterCondition[] | null {
  const operators = operatorsFor(kind, field);
  const [one, many] = equal ? (['eq', 'in'] as const) : (['ne', 'nin'] as const);
  if (!operators.includes(one)) return null;
  const ask = (operator: string, operand: Json): FilterCondition => ({ field, query: { [operator]: operand } });
  if (isNamedReference(kind)) {
    const ids = values.map(idsOf);
    if (!ids.every((each) => each !== null)) return null;
    const all = [...new Set(ids.flat())];
    return [values.length === 1 ? ask(one, all) : ask(many, all)];
  }
  if (values.length === 1) return [ask(one, values[0] as Json)];
  if (field === 'item_id') return [ask(many, [...values])];
  // The contract shows `eq` with an array of strings; for other types each value is a condition of its own (4.4.1).
  if (equal && values.every((value) => typeof value === 'string') && !isDate(kind)) return [ask('eq', [...values])];
  return values.map((value) => ask(one, value));
}

function idsOf(value: Json): string[] | null {
  const ids = referencesOf(value)?.map(({ id, name }) => id ?? name);
  return ids?.every((id) => id !== null) ? (ids as string[]) : null;
}

/** Most rows whose values go into a filter. */
const filterRowsMax = 1000;

/** The values of a column in the selected rows that were read; null when the rows are too many. */
export function cellsOf(
  selection: Selection,
  column: GridColumn,
  recordAt: (row: number) => DwRecord | undefined,
): (Json | undefined)[] | null {
  const { top, bottom } = rectangleOf(selection);
  if (bottom - top >= filterRowsMax) return null;
  const cells: (Json | undefined)[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const record = recordAt(row);
    if (record) cells.push(cellValue(record, column.id));
  }
  return cells;
}
