import { isNumeric as isNumberValue, numeral } from '../../contract/decimal';
import {
  isDate,
  isNamedReference,
  isNumber,
  isShortText,
  isSwitch,
  isText,
  operatorsFor,
} from '../../contract/field-kinds';
import type { Filter, FilterCondition, FilterQuery } from '../../contract/filter';
import { isJsonObject, type Json, parseJson } from '../../contract/json';
import { isSystemField } from '../../contract/records';
import type { Engine, RunOptions } from '../engine/answer';
import { columnName, quoteText, rawName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { findColumn, isNumeric, isTemporal, isTextual, stateTests, unfilledSql } from './column-sql';
import { type Condition, predicateOf, type Selection } from './selection';

/**
 * Why the API has no filter for a selection: it has no such operator; the IDs of what is shown are not known; it finds null, empty and not set together, and
 * the rows have several of them; the field holds values of another type; the snapshot has no such field.
 */
type NoFilter = 'operator' | 'ids' | 'states' | 'type' | 'field';

/** The rows that a figure was computed from: in the snapshot, and where the API can express it, by its filter. */
export interface RowsBehind {
  selection: Selection;
  /** SQL over the source. */
  predicate: string;
  filter: Filter | null;
  /** Why there is no filter; null where there is one. */
  noFilter: { reason: NoFilter; column: string } | null;
}

/** The IDs of the options, persons or records that are shown as a text, from the table config or elsewhere; null where unknown. */
export type IdsOf = (column: string, text: string) => readonly string[] | null;

const mostRaws = 1000;

/** @param idsOf without it, or where it knows none, the IDs are those that the snapshot has under the text */
export async function rowsBehind(
  engine: Engine,
  source: Source,
  selection: Selection,
  idsOf: IdsOf | null = null,
  options: RunOptions = {},
): Promise<RowsBehind> {
  const result: RowsBehind = { selection, predicate: predicateOf(source, selection), filter: null, noFilter: null };
  const conditions: FilterCondition[] = [];
  for (const condition of selection) {
    const column = findColumn(source, condition.column);
    const query = column === null ? 'field' : await queryOf(engine, source, column, condition, idsOf, options);
    if (typeof query === 'string') return { ...result, noFilter: { reason: query, column: condition.column } };
    conditions.push({ field: condition.column, query });
  }
  return { ...result, filter: { and: conditions } };
}

async function queryOf(
  engine: Engine,
  source: Source,
  column: SnapshotColumn,
  condition: Condition,
  idsOf: IdsOf | null,
  options: RunOptions,
): Promise<FilterQuery | NoFilter> {
  const { id, kind } = column;
  const can = (operator: string) => (operatorsFor(kind, id) as readonly string[]).includes(operator);
  switch (condition.is) {
    case 'filled':
    case 'unfilled':
      return can('em') && !isSystemField(id) ? { em: condition.is === 'unfilled' } : 'operator';
    case 'null':
    case 'empty':
    case 'notSet': {
      if (!can('em') || isSystemField(id)) return 'operator';
      const others = `${unfilledSql(column)} AND NOT ${stateTests(column)[condition.is]}`;
      const { rows } = await engine.run(`SELECT count(*) FROM ${source.table} WHERE ${others}`, options);
      return Number(rows[0]?.[0]) === 0 ? { em: true } : 'states';
    }
    case 'range':
    case 'outside':
      return rangeQuery(column, condition);
    case 'value':
      break;
    default:
      return 'operator';
  }
  const { value } = condition;
  if (isNamedReference(kind) && !isSystemField(id)) {
    const ids = idsOf?.(id, value) ?? (await idsIn(engine, source, column, value, options));
    return ids === null || ids.length === 0 ? 'ids' : { in: [...ids] };
  }
  if (!can('eq')) return 'operator';
  if (id === 'item_id') return { eq: [value] };
  if (column.isList) return 'type';
  if (isNumber(kind) && isNumeric(column)) return { eq: numberOf(value) };
  if (isSwitch(kind) && column.type === 'boolean') return { eq: value === 'true' };
  if (isDate(kind)) return column.type === 'date' ? { eq: value } : 'type';
  if (isText(kind) && isTextual(column)) return isShortText(kind) || value.length < 1000 ? { eq: [value] } : 'operator';
  return 'type';
}

/** As JSON writes it; the text where a double would round it. */
function numberOf(text: string): Json {
  const json = parseJson(text.replace(/^\./, '0.'));
  return String(json) === text || String(Number(text)) === text ? json : text;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

function rangeQuery(column: SnapshotColumn, { is, from, to }: Extract<Condition, { from: string | null }>) {
  const { kind } = column;
  const isDates = isDate(kind) && isTemporal(column);
  if (!isDates && !(isNumber(kind) && isNumeric(column))) return 'type';
  const bounds = [from, to].filter((bound): bound is string => bound !== null);
  // The field notes know days only.
  if (isDates && !bounds.every((bound) => day.test(bound))) return 'operator';
  const operand = (bound: string): Json => (isDates ? bound : numberOf(bound));
  const part = (operator: string, bound: string | null): FilterQuery[] =>
    bound === null ? [] : [{ [operator]: operand(bound) }];
  if (is === 'range') return Object.assign({}, ...part('gte', from), ...part('lt', to)) as FilterQuery;
  // A day covers all its hours, so that `gt` begins on the next.
  if (isDates && column.type === 'time') return 'operator';
  const choices = [...part('lt', from), ...part('gt', to)];
  return choices.length === 1 ? (choices[0] as FilterQuery) : { or: choices };
}

/** The IDs of the entries that are shown as a text, in the rows that have one; null where there are too many different ones to be sure. */
async function idsIn(
  engine: Engine,
  source: Source,
  column: SnapshotColumn,
  text: string,
  options: RunOptions,
): Promise<string[] | null> {
  const name = columnName(column);
  const holds = column.isList ? `list_contains(${name}, ${quoteText(text)})` : `${name} = ${quoteText(text)}`;
  const sql = `SELECT DISTINCT ${column.isList ? name : `[${name}]`}, ${rawName(column)} FROM ${source.table} WHERE ${holds}`;
  const { rows, isCut } = await engine.run(sql, { ...options, most: mostRaws });
  if (isCut) return null;
  const ids = new Set<string>();
  for (const [shown, raw] of rows) {
    const json = typeof raw === 'string' ? parseJson(raw) : null;
    const entries = Array.isArray(json) ? json : [json];
    for (const [index, entry] of entries.entries()) {
      if (!Array.isArray(shown) || shown[index] !== text) continue;
      const own = isJsonObject(entry) ? (entry.id ?? entry.user_id ?? entry.item_id) : undefined;
      if (typeof own !== 'string' && !isNumberValue(own)) return null;
      ids.add(typeof own === 'string' ? own : numeral(own));
    }
  }
  return [...ids];
}
