import type { FieldKind } from '../../../../contract/field-kinds';
import { contractOperators, type FilterCondition } from '../../../../contract/filter';
import { isJsonObject, type JsonObject } from '../../../../contract/json';
import type { GridColumn } from '../../../../grid/columns/columns-of';
import type { Findings } from '../findings';

/**
 * What is known of an operator on a kind of field. `contract`: the contract itself shows it (4.4.1); `proven` and `ignored`: an answer of this session
 * has shown it; `unproven`: nothing has.
 */
export type OperatorState = 'contract' | 'proven' | 'unproven' | 'ignored';

/** Name of an operator on a kind of field among the findings. */
export function findingName(kind: FieldKind, operator: string): string {
  return `${kind}/${operator}`;
}

export function stateOf(findings: Findings, kind: FieldKind, operator: string): OperatorState {
  const name = findingName(kind, operator);
  if (Object.hasOwn(findings, name)) return findings[name] ?? 'unproven';
  return contractOperators.includes(operator) ? 'contract' : 'unproven';
}

/** The least trusted of the operators of a condition, those in its alternatives included. */
export function stateOfCondition(
  findings: Findings,
  { field, query }: FilterCondition,
  columns: readonly GridColumn[],
): OperatorState {
  const states = operatorsOf(query).map((operator) => stateOf(findings, kindOfField(columns, field), operator));
  for (const state of ['ignored', 'unproven', 'proven'] as const) if (states.includes(state)) return state;
  return 'contract';
}

/** The kind of a field; `json` for one that no row has shown. */
export function kindOfField(columns: readonly GridColumn[], field: string): FieldKind {
  return columns.find(({ id }) => id === field)?.kind ?? 'json';
}

/** Every operator of a query: its own, the key `or`, and those of the alternatives in it (field notes). */
export function operatorsOf(query: JsonObject): string[] {
  const operators = Object.entries(query).flatMap(([operator, operand]) => {
    const inside = operator === 'or' && Array.isArray(operand) ? operand.filter(isJsonObject).flatMap(operatorsOf) : [];
    return [operator, ...inside];
  });
  return [...new Set(operators)];
}
