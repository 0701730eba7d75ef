import { compareNumbers, isNumeric } from '../../../contract/decimal';
import { entriesOf, type Filter, type FilterQuery, isCondition, joinOf, myself } from '../../../contract/filter';
import { isEmptyValue, isJsonObject, type Json, sameJson } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { referencesOf } from '../../../edits/same-value';
import { cellValue } from '../../../grid/columns/columns-of';

/** Whether a record certainly satisfies a filter: null when that is unknown here. */
export type Verdict = boolean | null;

/**
 * Judges a record by a filter, or by any entry of one. Only what leaves no doubt is true or false: the service may read a value in ways that are not known.
 */
export function judgeRecord(record: DwRecord, entry: Filter): Verdict {
  if (isCondition(entry)) return judgeQuery(cellValue(record, entry.field), entry.query);
  const join = joinOf(entry);
  return join && joined(join, entriesOf(entry), (child) => (isJsonObject(child) ? judgeRecord(record, child) : null));
}

function joined<Each>(join: 'and' | 'or', each: readonly Each[], judge: (one: Each) => Verdict): Verdict {
  // No alternative at all: a service may read that as no filter.
  if (join === 'or' && each.length === 0) return null;
  const verdicts = each.map(judge);
  const decides = join === 'or';
  if (verdicts.includes(decides)) return decides;
  return verdicts.includes(null) ? null : !decides;
}

/** The operators of a condition are read as AND (field notes). */
function judgeQuery(value: Json | undefined, query: FilterQuery): Verdict {
  return joined('and', Object.entries(query), ([operator, operand]) => judgeOperator(value, operator, operand));
}

/** Judges a value by one operator of a query; the key `or` holds alternatives (field notes). */
export function judgeOperator(value: Json | undefined, operator: string, operand: Json): Verdict {
  if (operator === 'or') {
    if (!Array.isArray(operand)) return null;
    return joined('or', operand, (query) => (isJsonObject(query) ? judgeQuery(value, query) : null));
  }
  if (operator === 'em') return typeof operand === 'boolean' ? isEmptyValue(value) === operand : null;
  // How the service compares what is empty is not known.
  if (isEmptyValue(value)) return null;
  switch (operator) {
    case 'eq':
      return equal(value, operand);
    case 'ne':
      return opposite(equal(value, operand));
    case 'in':
      return anyOf(value, operand);
    case 'nin':
      return opposite(anyOf(value, operand));
    case 'gt':
      return compared(value, operand, (sign) => sign > 0);
    case 'gte':
      return compared(value, operand, (sign) => sign >= 0);
    case 'lt':
      return compared(value, operand, (sign) => sign < 0);
    case 'lte':
      return compared(value, operand, (sign) => sign <= 0);
    default:
      return null;
  }
}

function opposite(verdict: Verdict): Verdict {
  return verdict === null ? null : !verdict;
}

function equal(value: Json, operand: Json): Verdict {
  if (typeof value === 'string') {
    if (Array.isArray(operand)) return joined('or', operand, (entry) => equal(value, entry));
    return typeof operand === 'string' ? textEqual(value, operand) : null;
  }
  if (isNumeric(value) && isNumeric(operand)) return sameJson(value, operand);
  if (typeof value === 'object') return refersTo(value, operand, 'all');
  return typeof operand === 'string' || typeof operand === 'object' ? null : sameJson(value, operand);
}

/** A date with a time against a day, and a text in another case, may be equal for the service. */
function textEqual(value: string, operand: string): Verdict {
  if (value === operand) return true;
  if (value.toLowerCase() === operand.toLowerCase()) return null;
  if (value.startsWith(operand) || operand.startsWith(value)) return null;
  return /^[a-z_]+$/.test(operand) && /^\d{4}-/.test(value) ? null : false;
}

function anyOf(value: Json, operand: Json): Verdict {
  if (!Array.isArray(operand)) return null;
  if (typeof value === 'string') {
    // Substring any-of is reported for `in` on texts (field notes).
    const text = value.toLowerCase();
    const holdsAny = operand.some((entry) => typeof entry === 'string' && text.includes(entry.toLowerCase()));
    if (!holdsAny) return false;
    return operand.includes(value) ? true : null;
  }
  if (isNumeric(value)) return operand.some((entry) => sameJson(entry, value));
  return refersTo(value, operand, 'any');
}

/** References and ids: nothing in common is plainly no match; something in common may be one, and an id is where any is enough. */
function refersTo(value: Json, operand: Json, need: 'any' | 'all'): Verdict {
  const references = referencesOf(value);
  const wanted = referencesOf(operand)?.map(({ id }) => id);
  if (references === null || !wanted?.length) return null;
  const ids = references.map(({ id }) => id);
  if (need === 'any' && wanted.some((id) => id !== null && ids.includes(id))) return true;
  const known = [...ids, ...references.map(({ name }) => name)];
  const common = wanted.filter((id) => id !== null && known.includes(id)).length;
  if (common === 0) return ids.includes(null) || wanted.includes(myself) ? null : false;
  return common === wanted.length && references.length === wanted.length ? true : null;
}

const date = /^\d{4}-\d{2}-\d{2}/;

function compared(value: Json, operand: Json, holds: (sign: number) => boolean): Verdict {
  if (isNumeric(value) && isNumeric(operand)) return holds(compareNumbers(value, operand));
  if (typeof value !== 'string' || typeof operand !== 'string') return null;
  if (!date.test(value) || !date.test(operand)) return null;
  const days = value.slice(0, 10).localeCompare(operand.slice(0, 10));
  // On the very day it depends on how the service reads a day against a time.
  return days === 0 && value !== operand ? null : holds(days);
}
