import type { FieldKind } from '../../../contract/field-kinds';
import { contractOperators, type FilterCondition, type FilterGroup } from '../../../contract/filter';
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Findings } from './filter-findings';
import type { FilterPath } from './filter-tree';

/** How far the answers show that the service keeps to a filter. */
export interface Trust {
  findings: Findings;
  /** What of this filter its answer does not satisfy. */
  ignored: readonly Ignored[];
  /** The service refused the query; `entry` is the condition that it named, null when it named none. */
  refused: { entry: JsonObject | null; message: string } | null;
  /** The first page is the same as without the filter, for an unknown reason: how many rows it has. */
  unchanged: number | null;
}

/** What every row of an answer has to satisfy: an operator of a condition, or a whole group of alternatives. */
export type Demand =
  | { path: FilterPath; entry: FilterCondition; operator: string; operand: Json }
  | { path: FilterPath; entry: FilterGroup; operator: null; operand: null };

/**
 * A demand that rows of the answer plainly do not satisfy: the service does not filter by it. An operator that the service does not know is ignored,
 * not refused (field notes).
 */
export type Ignored = Demand & { misses: number; rows: number };

/** What the response shows about an entry of the filter. */
export type EntryMark = { is: 'ignored'; misses: number; rows: number } | { is: 'refused'; message: string };

/** Entries are known by identity: a draft keeps those that it does not change. */
export function markOf(trust: Trust, entry: Json): EntryMark | null {
  if (trust.refused && trust.refused.entry === entry) return { is: 'refused', message: trust.refused.message };
  const ignored = trust.ignored.find((each) => each.entry === entry);
  return ignored ? { is: 'ignored', misses: ignored.misses, rows: ignored.rows } : null;
}

/**
 * What is known of an operator on a kind of field. `contract`: the contract itself shows it (4.4.1); `verified` and `ignored`: an answer of this session
 * has shown it; `undocumented`: nothing has.
 */
export type OperatorState = 'contract' | 'verified' | 'undocumented' | 'ignored';

/** Name of an operator on a kind of field among the findings. */
export function findingName(kind: FieldKind, operator: string): string {
  return `${kind}/${operator}`;
}

export function stateOf(findings: Findings, kind: FieldKind, operator: string): OperatorState {
  const name = findingName(kind, operator);
  if (Object.hasOwn(findings, name)) return findings[name] ?? 'undocumented';
  return contractOperators.includes(operator) ? 'contract' : 'undocumented';
}

/** The least trusted of the operators of a condition, those in its alternatives included. */
export function stateOfCondition(
  findings: Findings,
  { field, query }: FilterCondition,
  columns: readonly GridColumn[],
): OperatorState {
  const kind = kindOfField(columns, field);
  return leastTrusted(operatorsOf(query).map((operator) => stateOf(findings, kind, operator)));
}

export function leastTrusted(states: readonly OperatorState[]): OperatorState {
  return (['ignored', 'undocumented', 'verified'] as const).find((state) => states.includes(state)) ?? 'contract';
}

/** The kind of a field; `json` for one that no row has shown. */
export function kindOfField(columns: readonly GridColumn[], field: string): FieldKind {
  return columns.find(({ id }) => id === field)?.kind ?? 'json';
}

/** Every operator of a query: its own, the key `or`, and those of the alternatives in it (field notes). */
function operatorsOf(query: JsonObject): string[] {
  const operators = Object.entries(query).flatMap(([operator, operand]) => {
    const inside = operator === 'or' && Array.isArray(operand) ? operand.filter(isJsonObject).flatMap(operatorsOf) : [];
    return [operator, ...inside];
  });
  return [...new Set(operators)];
}
