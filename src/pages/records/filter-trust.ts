import { conditionsOf, contractOperators, entriesOf, type Filter, isCondition, joinOf } from '../../contract/filter';
import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { judgeCondition } from './evaluate-filter';

/** A condition that rows of the answer plainly do not satisfy: the service seems to ignore its operator. */
export interface IgnoredCondition {
  field: string;
  /** The first of its operators, and what it was asked with. */
  operator: string;
  operand: Json;
  misses: number;
  rows: number;
}

/**
 * Conditions that each row of the answer had to satisfy (those in the `and` at the root), and that some plainly do not. An operator that the service
 * does not know is ignored, not refused (field notes).
 */
export function ignoredConditions(filter: Filter | null, records: readonly DwRecord[]): IgnoredCondition[] {
  if (filter === null || joinOf(filter) !== 'and') return [];
  return entriesOf(filter)
    .filter(isCondition)
    .flatMap((condition) => {
      const misses = records.filter((record) => judgeCondition(record, condition) === false).length;
      if (misses === 0) return [];
      const [operator = '', operand = null] = Object.entries(condition.query)[0] ?? [];
      return [{ field: condition.field, operator, operand, misses, rows: records.length }];
    });
}

/** Operators of a filter that the contract itself does not show (4.4.1). */
export function unprovenOperators(filter: Filter | null): Set<string> {
  const operators = new Set<string>();
  for (const { query } of filter ? conditionsOf(filter) : []) {
    for (const operator of operatorsOf(query)) if (!contractOperators.includes(operator)) operators.add(operator);
  }
  return operators;
}

/**
 * Operators that an answer has shown to filter: rows came, all of them satisfy the condition, and among rows read without it there are some that do
 * not.
 */
export function provenOperators(
  filter: Filter | null,
  answer: readonly DwRecord[],
  unfiltered: readonly DwRecord[],
): string[] {
  if (filter === null || joinOf(filter) !== 'and' || answer.length === 0) return [];
  return entriesOf(filter)
    .filter(isCondition)
    .filter(
      (condition) =>
        answer.every((record) => judgeCondition(record, condition) === true) &&
        unfiltered.some((record) => judgeCondition(record, condition) === false),
    )
    .flatMap(({ query }) => (Object.keys(query).length === 1 ? operatorsOf(query) : []));
}

function operatorsOf(query: { [key: string]: unknown }): string[] {
  return Object.keys(query).filter((key) => key !== 'or');
}
