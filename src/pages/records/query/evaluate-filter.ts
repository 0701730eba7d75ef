import {
  entriesOf,
  type Filter,
  type FilterCondition,
  type FilterQuery,
  isCondition,
  joinOf,
} from '../../../contract/filter';
import { isJsonObject, type Json, sameJson } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { isEmptyValue, referencesOf } from '../../../edits/same-value';
import { cellValue } from '../../../grid/columns/columns-of';

/** Whether a record plainly satisfies a filter: null when that cannot be told here. */
export type Verdict = boolean | null;

/** Judges a record by a whole filter. Only what leaves no doubt is true or false: the service may read a value in ways that are not known. */
export function judgeRecord(record: DwRecord, filter: Filter): Verdict {
  return judgeEntry(record, filter);
}

function judgeEntry(record: DwRecord, entry: Json): Verdict {
  if (isCondition(entry)) return judgeCondition(record, entry);
  const join = joinOf(entry);
  if (join === null || !isJsonObject(entry)) return null;
  return joined(
    join,
    entriesOf(entry).map((child) => judgeEntry(record, child)),
  );
}

function joined(join: 'and' | 'or', verdicts: Verdict[]): Verdict {
  // No alternative at all: a service may read that as no filter.
  if (join === 'or' && verdicts.length === 0) return null;
  const decides = join === 'or';
  if (verdicts.includes(decides)) return decides;
  return verdicts.includes(null) ? null : !decides;
}

/** Judges a record by one condition; its operators are read as AND, the key `or` as alternatives (field notes). */
export function judgeCondition(record: DwRecord, { field, query }: FilterCondition): Verdict {
  return judgeQuery(cellValue(record, field), query);
}

function judgeQuery(value: Json | undefined, query: FilterQuery): Verdict {
  return joined(
    'and',
    Object.entries(query).map(([operator, operand]) => judgeOperator(value, operator, operand)),
  );
}

/** Judges a value by one operator of a query; the key `or` holds alternatives. */
export function judgeOperator(value: Json | undefined, operator: string, operand: Json): Verdict {
  if (operator === 'or') {
    if (!Array.isArray(operand)) return null;
    return joined(
      'or',
      operand.map((each) => (isJsonObject(each) ? judgeQuery(value, each) : null)),
    );
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
    case 'gte':
    case 'lt':
    case 'lte':
      return compared(value, operand, operator);
    default:
      return null;
  }
}

function opposite(verdict: Verdict): Verdict {
  return verdict === null ? null : !verdict;
}

function equal(value: Json | undefined, operand: Json): Verdict {
  if (typeof value === 'string') {
    if (typeof operand === 'string') return textEqual(value, operand);
    if (Array.isArray(operand))
      return joined(
        'or',
        operand.map((entry) => equal(value, entry)),
      );
    return null;
  }
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return typeof operand === typeof value || (typeof operand !== 'string' && typeof operand !== 'object')
      ? sameJson(value, operand)
      : null;
  }
  return overlaps(value, operand);
}

/** A date with a time against a day, and a text in another case, may be equal for the service. */
function textEqual(value: string, operand: string): Verdict {
  if (value === operand) return true;
  if (value.toLowerCase() === operand.toLowerCase() || value.startsWith(operand) || operand.startsWith(value))
    return null;
  return /^[a-z_]+$/.test(operand) && /^\d{4}-/.test(value) ? null : false;
}

function anyOf(value: Json | undefined, operand: Json): Verdict {
  if (!Array.isArray(operand)) return null;
  if (typeof value === 'string') {
    // Substring any-of is reported for `in` on texts (field notes).
    if (operand.some((entry) => typeof entry === 'string' && value.toLowerCase().includes(entry.toLowerCase()))) {
      return operand.includes(value) ? true : null;
    }
    return false;
  }
  if (typeof value === 'number' || typeof value === 'bigint') return operand.some((entry) => sameJson(entry, value));
  return pointsToAny(value, operand);
}

/** References and ids: nothing in common is plainly no match; something in common may be one. */
function overlaps(value: Json | undefined, operand: Json): Verdict {
  const references = referencesOf(value);
  const wanted = referencesOf(operand);
  if (references === null || wanted === null || wanted.length === 0) return null;
  const ids = new Set(references.flatMap(({ id, name }) => [id, name]).filter((text) => text !== null));
  const common = wanted.filter(({ id }) => id !== null && ids.has(id)).length;
  if (common === 0)
    return references.every(({ id }) => id !== null) && !wanted.some(({ id }) => id === 'myself') ? false : null;
  return common === wanted.length && references.length === wanted.length ? true : null;
}

/** Whether a value points to any of the wanted: one in common is enough. */
function pointsToAny(value: Json | undefined, operand: Json): Verdict {
  const references = referencesOf(value);
  const wanted = referencesOf(operand);
  if (references === null || wanted === null) return null;
  const ids = new Set(references.map(({ id }) => id));
  return wanted.some(({ id }) => id !== null && ids.has(id)) ? true : overlaps(value, operand);
}

function compared(value: Json | undefined, operand: Json, operator: 'gt' | 'gte' | 'lt' | 'lte'): Verdict {
  if (isNumber(value) && isNumber(operand)) return ordered(value < operand ? -1 : value > operand ? 1 : 0, operator);
  if (typeof value !== 'string' || typeof operand !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(operand)) return null;
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const days = value.slice(0, 10).localeCompare(operand.slice(0, 10));
  // On the very day it depends on how the service reads a day against a time.
  if (days === 0 && value !== operand) return null;
  return ordered(Math.sign(days), operator);
}

function ordered(sign: number, operator: 'gt' | 'gte' | 'lt' | 'lte'): boolean {
  if (sign === 0) return operator === 'gte' || operator === 'lte';
  return sign > 0 ? operator === 'gt' || operator === 'gte' : operator === 'lt' || operator === 'lte';
}

function isNumber(value: Json | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
