import { conditionsOf, entriesOf, type Filter, isCondition, joinOf } from '../../../contract/filter';
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';

/** A place in a filter as a message may name it: `filter.and.1.or.0.query.near`, `filter.and[1]`. */
const place = /\bfilter((?:[.[]+(?:and|or|query|field|\d+)\]?)+)/;
const word = /[\w-]+/g;

/**
 * The condition that a refusal is about, when its message leaves no doubt: it names the place of the condition, or a field or an operator that only one
 * condition has, or speaks of the filter and there is but one condition. Null when it cannot be told: error messages are not specified (section 7).
 */
export function refusedEntry(filter: Filter, message: string): JsonObject | null {
  const conditions = conditionsOf(filter);
  const named = place.exec(message)?.[1];
  const at = named === undefined ? null : conditionAt(filter, named.match(word) ?? []);
  if (at !== null) return at;
  const words = new Set(message.match(word) ?? []);
  const byField = conditions.filter(({ field }) => words.has(field));
  if (byField.length === 1) return byField[0] ?? null;
  const candidates = byField.length > 0 ? byField : conditions;
  const byOperator = candidates.filter(({ query }) => Object.keys(query).some((operator) => quoted(message, operator)));
  if (byOperator.length === 1) return byOperator[0] ?? null;
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
  return ['"', "'", '`', '“', '‘'].some((open) => {
    const close = open === '“' ? '”' : open === '‘' ? '’' : open;
    return message.includes(open + operator + close);
  });
}
