import type { QueryClient } from '@tanstack/react-query';
import { type RecordQuery, recordPageOptions } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { ApiError } from '../../../contract/errors';
import { conditionsOf, entriesOf, type Filter, isCondition, joinOf } from '../../../contract/filter';
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import { judgeOperator, judgeRecord } from './evaluate-filter';
import { addFindings, type Findings } from './filter-findings';
import { entryAt, type FilterPath, removeEntry, replaceAt, settled } from './filter-tree';
import { type Demand, findingName, type Ignored, kindOfField, type Trust } from './filter-trust';

interface Answer {
  queryClient: QueryClient;
  client: Client;
  query: RecordQuery;
  filter: Filter;
  columns: readonly GridColumn[];
  /** The first page of this very query. */
  records: readonly DwRecord[];
  refusal: ApiError | null;
}

/** What a response shows about the filter of its query, beside cached responses to other queries. Remembers what it shows. */
export function judgeFilter({ queryClient, client, query, filter, columns, records, refusal }: Answer): Trust {
  const firstPageOf = (other: Filter | null) =>
    queryClient.getQueryData(recordPageOptions(client, { ...query, filter: other }, 0).queryKey)?.data.items ?? null;
  const ignored = ignoredBy(filter, records);
  const same = ignored.length === 0 && changesNothing(filter, records, firstPageOf(null));
  return {
    findings: addFindings(client.environment.name, findingsOf(filter, records, columns, firstPageOf)),
    ignored,
    refused: refusal && { entry: refusedEntry(filter, refusal.message), message: refusal.message },
    unchanged: same ? records.length : null,
  };
}

/** The demands of a filter: operators of conditions that are joined by `and` up to the root, and `or` groups as wholes. */
function demandsOf(entry: Json, path: FilterPath = []): Demand[] {
  if (isCondition(entry)) {
    return Object.entries(entry.query).map(([operator, operand]) => ({ path, entry, operator, operand }));
  }
  if (!isJsonObject(entry)) return [];
  const entries = entriesOf(entry);
  // A group of one entry is that entry, however it joins.
  if (joinOf(entry) === 'and' || entries.length === 1) {
    return entries.flatMap((child, index) => demandsOf(child, [...path, index]));
  }
  return entries.length > 1 ? [{ path, entry, operator: null, operand: null }] : [];
}

function misses(record: DwRecord, demand: Demand): boolean {
  if (demand.operator === null) return judgeRecord(record, demand.entry) === false;
  return judgeOperator(cellValue(record, demand.entry.field), demand.operator, demand.operand) === false;
}

/** The demands that rows of the answer show to be ignored. */
export function ignoredBy(filter: Filter, records: readonly DwRecord[]): Ignored[] {
  return demandsOf(filter)
    .map((demand) => ({
      ...demand,
      misses: records.filter((record) => misses(record, demand)).length,
      rows: records.length,
    }))
    .filter((demand) => demand.misses > 0);
}

/**
 * What a response shows of the operators in its filter. *Ignored*: a row that had to satisfy it certainly does not. *Verified*: a row certainly fails it,
 * certainly satisfies all else in the filter, is on the first page of the same query without it – and is not in the response.
 * @param answer the first page of this query
 * @param firstPageOf the first page with another filter in the same order, where it was loaded
 */
export function findingsOf(
  filter: Filter,
  answer: readonly DwRecord[],
  columns: readonly GridColumn[],
  firstPageOf: (filter: Filter | null) => readonly DwRecord[] | null,
): Findings {
  const found: Record<string, 'verified' | 'ignored'> = {};
  const here = new Set(answer.map(({ item_id }) => item_id));
  for (const demand of demandsOf(filter)) {
    if (demand.operator === null) continue;
    const name = findingName(kindOfField(columns, demand.entry.field), demand.operator);
    if (answer.some((record) => misses(record, demand))) found[name] = 'ignored';
    else if (found[name] === undefined) {
      const rest = withoutOperator(filter, demand.path, demand.operator);
      const candidates = firstPageOf(rest) ?? firstPageOf(null) ?? [];
      const leftOut = (record: DwRecord) =>
        misses(record, demand) && !here.has(record.item_id) && (rest === null || judgeRecord(record, rest) === true);
      if (candidates.some(leftOut)) found[name] = 'verified';
    }
  }
  return found;
}

/** The filter without one operator of the condition at a path; null when it was the only one. */
function withoutOperator(filter: Filter, path: FilterPath, operator: string): Filter | null {
  const condition = entryAt(filter, path);
  if (!isCondition(condition)) return filter;
  const { [operator]: _gone, ...query } = condition.query;
  if (Object.keys(query).length > 0) return replaceAt(filter, path, { ...condition, query });
  return settled(removeEntry(filter, path)?.filter ?? null);
}

/**
 * Whether the first page is the same with and without the filter although not all of its rows certainly match: then the rows do not show whether the service
 * filters.
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

/** A place in a filter as a message may name it: `filter.and.1.or.0.query.near`, `filter.and[1]`. */
const place = /\bfilter((?:[.[]+(?:and|or|query|field|\d+)\]?)+)/;
const word = /[\w-]+/g;

/**
 * The condition that a refusal is about, if its message is unambiguous: it names the place of the condition, or a field or operator of only one condition, or
 * mentions the filter and there is only one condition. Null when unknown: error messages are not specified (section 7).
 */
export function refusedEntry(filter: Filter, message: string): JsonObject | null {
  const conditions = conditionsOf(filter);
  const named = place.exec(message)?.[1];
  const at = named === undefined ? null : conditionAt(filter, named.match(word) ?? []);
  if (at !== null) return at;
  const words = new Set(message.match(word) ?? []);
  const byField = conditions.filter(({ field }) => words.has(field));
  const candidates = byField.length > 0 ? byField : conditions;
  const byOperator = candidates.filter(({ query }) => Object.keys(query).some((operator) => quoted(message, operator)));
  const [only] = [byField, byOperator].find(({ length }) => length === 1) ?? [];
  if (only) return only;
  return conditions.length === 1 && /\b(filter|condition|operator)\b/i.test(message) ? (conditions[0] ?? null) : null;
}

/** Follows `and`, `1`, `or`, `0` … down to a condition. */
function conditionAt(filter: Filter, steps: readonly string[]): JsonObject | null {
  let entry: Json | undefined = filter;
  for (const step of steps) {
    if (isCondition(entry)) return entry;
    if (/^\d+$/.test(step)) entry = isJsonObject(entry) ? entriesOf(entry)[Number(step)] : undefined;
    else if (joinOf(entry) !== step) return null;
  }
  return isCondition(entry) ? entry : null;
}

/** Short operator names are also words (`in`, `or`): they count only in quotes. */
function quoted(message: string, operator: string): boolean {
  return ['""', "''", '``', '“”', '‘’'].some(([open, close]) => message.includes(`${open}${operator}${close}`));
}
