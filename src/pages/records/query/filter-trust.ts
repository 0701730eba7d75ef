import {
  entriesOf,
  type Filter,
  type FilterCondition,
  type FilterGroup,
  isCondition,
  joinOf,
} from '../../../contract/filter';
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import { findingName, kindOfField } from './condition/operator-states';
import { judgeOperator, judgeRecord } from './evaluate-filter';
import { entryAt, type FilterPath, removeAt, replaceAt, settled } from './filter-tree';
import type { Findings } from './findings';

/**
 * An operator, or a whole group of alternatives, that rows of the answer plainly do not satisfy although every row had to: the service does not filter
 * by it. An operator that the service does not know is ignored, not refused (field notes).
 */
export interface Ignored {
  /** The condition, or the `or` group. */
  entry: JsonObject;
  /** The operator of the condition; null for a group, where it cannot be told which of its operators it is. */
  operator: string | null;
  operand: Json;
  misses: number;
  rows: number;
}

/** What every row of an answer has to satisfy. */
type Demand =
  | { path: FilterPath; entry: FilterCondition; operator: string; operand: Json }
  | { path: FilterPath; entry: FilterGroup; operator: null; operand: null };

/** The demands of a filter: operators of conditions that are joined by `and` up to the root, and `or` groups as wholes. */
function demandsOf(entry: Json, path: FilterPath = []): Demand[] {
  if (isCondition(entry)) {
    return Object.entries(entry.query).map(([operator, operand]) => ({ path, entry, operator, operand }));
  }
  if (!isJsonObject(entry)) return [];
  const join = joinOf(entry);
  const entries = join === null ? [] : entriesOf(entry);
  // A group of one entry is that entry, however it joins.
  if (join === 'and' || entries.length === 1) {
    return entries.flatMap((child, index) => demandsOf(child, [...path, index]));
  }
  return join === 'or' && entries.length > 1 ? [{ path, entry, operator: null, operand: null }] : [];
}

function misses(record: DwRecord, demand: Demand): boolean {
  if (demand.operator === null) return judgeRecord(record, demand.entry) === false;
  return judgeOperator(cellValue(record, demand.entry.field), demand.operator, demand.operand) === false;
}

/** The demands that rows of the answer show to be ignored. */
export function ignoredBy(filter: Filter | null, records: readonly DwRecord[]): Ignored[] {
  if (filter === null || records.length === 0) return [];
  return demandsOf(filter).flatMap((demand) => {
    const count = records.filter((record) => misses(record, demand)).length;
    const { entry, operator, operand } = demand;
    return count === 0 ? [] : [{ entry, operator, operand, misses: count, rows: records.length }];
  });
}

/**
 * What an answer shows of the operators in its filter. *Ignored*: a row that had to satisfy it plainly does not. *Proven*: a row plainly fails it, plainly
 * satisfies all else that is asked, stands on the first page of the same question without it – and is not in the answer.
 * @param answer the first page of this question
 * @param firstPageOf the first page of another question in the same order, where it was read
 */
export function findingsOf(
  filter: Filter,
  answer: readonly DwRecord[],
  columns: readonly GridColumn[],
  firstPageOf: (filter: Filter | null) => readonly DwRecord[] | null,
): Findings {
  const found: Record<string, 'proven' | 'ignored'> = {};
  const here = new Set(answer.map(({ item_id }) => item_id));
  for (const demand of demandsOf(filter)) {
    if (demand.operator === null) continue;
    const name = findingName(kindOfField(columns, demand.entry.field), demand.operator);
    if (answer.some((record) => misses(record, demand))) found[name] = 'ignored';
    else if (found[name] === undefined) {
      const rest = withoutDemand(filter, demand.path, demand.operator);
      const candidates = firstPageOf(rest) ?? firstPageOf(null) ?? [];
      const leftOut = (record: DwRecord) =>
        misses(record, demand) && !here.has(record.item_id) && (rest === null || judgeRecord(record, rest) === true);
      if (candidates.some(leftOut)) found[name] = 'proven';
    }
  }
  return found;
}

/** The same question without one operator of the condition at a path; null when it asks nothing else. */
function withoutDemand(filter: Filter, path: FilterPath, operator: string): Filter | null {
  const condition = entryAt(filter, path);
  if (!isCondition(condition)) return filter;
  const { [operator]: _gone, ...query } = condition.query;
  const left =
    Object.keys(query).length === 0 ? removeAt(filter, path) : replaceAt(filter, path, { ...condition, query });
  return settled(left);
}

/**
 * Whether the first page is the same with and without the filter although not all of its rows plainly match: then the rows do not tell whether the
 * service filters.
 */
export function changesNothing(
  filter: Filter,
  answer: readonly DwRecord[],
  unfiltered: readonly DwRecord[] | null,
): boolean {
  if (unfiltered === null || answer.length === 0 || answer.length !== unfiltered.length) return false;
  if (answer.some(({ item_id }, row) => item_id !== unfiltered[row]?.item_id)) return false;
  return answer.some((record) => judgeRecord(record, filter) === null);
}
