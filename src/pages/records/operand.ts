import type { FieldKind } from '../../contract/fields';
import { dateWords, type FilterCondition, type FilterOperator, myself, operatorsFor } from '../../contract/filter';
import { formatJson, type Json, parseJson } from '../../contract/json';
import { parseDate, parseNumber } from '../../edits/parse-text';
import { knownOptions } from '../../grid/coerce-cell';
import type { GridColumn } from '../../grid/columns-of';

/** An operator as the form offers it: `em` is two of them. */
export type Choice = Exclude<FilterOperator, 'em'> | 'em-true' | 'em-false';

/** What the form holds of a condition. `text` is the operand as it is written; `ids` are chosen options. */
export interface ConditionDraft {
  field: string;
  choice: Choice;
  text: string;
  ids: readonly string[];
}

/** How the operand of an operator is given. */
export type OperandInput = 'none' | 'options' | 'switch' | 'date' | 'number' | 'text' | 'list' | 'json';

/** The choices that the form offers for a column, in the order of the field notes. */
export function choicesFor(column: Pick<GridColumn, 'id' | 'kind'>): Choice[] {
  return operatorsFor(column.kind, column.id).flatMap((operator): Choice[] =>
    operator === 'em' ? ['em-true', 'em-false'] : [operator],
  );
}

export function operatorOf(choice: Choice): FilterOperator {
  return choice === 'em-true' || choice === 'em-false' ? 'em' : choice;
}

const referring: ReadonlySet<FieldKind> = new Set(['option', 'relation', 'user']);

/** What the form shows for the operand. */
export function operandInput(column: GridColumn, choice: Choice): OperandInput {
  if (operatorOf(choice) === 'em') return 'none';
  if (column.id === 'item_id') return choice === 'in' || choice === 'nin' ? 'list' : 'text';
  if (referring.has(column.kind)) return knownOptions(column).length > 0 ? 'options' : 'list';
  if (column.kind === 'switch') return 'switch';
  if (column.kind === 'date') return 'date';
  if (column.kind === 'number') return 'number';
  if (column.kind === 'json') return 'json';
  return choice === 'in' || choice === 'nin' ? 'list' : 'text';
}

export type OperandProblem = 'empty' | 'not-a-number' | 'not-a-date' | 'not-json';

/** The condition of a draft, in the form of the field notes, or what is wrong with its operand. */
export function conditionOf(
  draft: ConditionDraft,
  column: GridColumn,
): { ok: true; condition: FilterCondition } | { ok: false; problem: OperandProblem } {
  const operand = operandOf(draft, column);
  if (!operand.ok) return operand;
  return {
    ok: true,
    condition: { field: draft.field, query: { [operatorOf(draft.choice)]: operand.value } },
  };
}

function operandOf(
  { choice, text, ids }: ConditionDraft,
  column: GridColumn,
): { ok: true; value: Json } | { ok: false; problem: OperandProblem } {
  const trimmed = text.trim();
  switch (operandInput(column, choice)) {
    case 'none':
      return { ok: true, value: choice === 'em-true' };
    case 'switch':
      return { ok: true, value: trimmed !== 'false' };
    case 'options': {
      const all = [...ids, ...partsOf(text)];
      if (all.length === 0) return { ok: false, problem: 'empty' };
      return { ok: true, value: column.kind === 'user' && all.length === 1 && all[0] === myself ? myself : all };
    }
    case 'list': {
      const parts = partsOf(text);
      if (parts.length === 0) return { ok: false, problem: 'empty' };
      return { ok: true, value: column.kind === 'user' && parts.length === 1 && parts[0] === myself ? myself : parts };
    }
    case 'number': {
      const number = parseNumber(trimmed);
      if (number === 'not-a-number' || number === 'not-exact') return { ok: false, problem: 'not-a-number' };
      return { ok: true, value: number };
    }
    case 'date': {
      if ((dateWords as readonly string[]).includes(trimmed)) return { ok: true, value: trimmed };
      const date = parseDate(trimmed);
      if (date === null) return { ok: false, problem: trimmed === '' ? 'empty' : 'not-a-date' };
      return { ok: true, value: date.time === null ? date.day : `${date.day} ${date.time}` };
    }
    case 'json':
      try {
        return { ok: true, value: parseJson(trimmed) };
      } catch {
        return { ok: false, problem: 'not-json' };
      }
    case 'text':
      return trimmed === '' ? { ok: false, problem: 'empty' } : { ok: true, value: text };
  }
}

/** Entries of a pasted column or a written list. */
function partsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\n\t,;，、；]+/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ];
}

/** What the form starts with for a plain condition (see `isPlainCondition`). */
export function draftOfCondition({ field, query }: FilterCondition, column: GridColumn): ConditionDraft {
  const [operator = 'eq', operand = null] = Object.entries(query)[0] ?? [];
  if (operator === 'em') return { field, choice: operand === false ? 'em-false' : 'em-true', text: '', ids: [] };
  const choice = operator as Choice;
  const input = operandInput(column, choice);
  if (input === 'options') {
    const known = new Set(knownOptions(column).map(({ id }) => id));
    const given = (Array.isArray(operand) ? operand : [operand]).map(plainText);
    return {
      field,
      choice,
      ids: given.filter((id) => known.has(id)),
      text: given.filter((id) => !known.has(id)).join(', '),
    };
  }
  if (input === 'json') return { field, choice, text: formatJson(operand), ids: [] };
  const text = Array.isArray(operand) ? operand.map(plainText).join(', ') : plainText(operand);
  return { field, choice, text, ids: [] };
}

function plainText(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : formatJson(value);
}

/** The operand as a pill shows it: names for option ids, the first few of many. */
export function operandText(operand: Json, column: GridColumn | undefined): { shown: string; more: number } {
  const entries = Array.isArray(operand) ? operand : [operand];
  const names = new Map(column ? knownOptions(column).map(({ id, name }) => [id, name]) : []);
  const label = (entry: Json): string => {
    const text = plainText(entry);
    return (names.get(text) || text).slice(0, 60);
  };
  const shownMax = 3;
  return { shown: entries.slice(0, shownMax).map(label).join(', '), more: Math.max(0, entries.length - shownMax) };
}

/** The condition that finds the rows with the value of a cell (or without it); null when the kind knows no such question. */
export function conditionForValue(column: GridColumn, value: Json | undefined, equal: boolean): FilterCondition | null {
  const field = column.id;
  const operators = operatorsFor(column.kind, column.id);
  const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (empty) return operators.includes('em') ? { field, query: { em: equal } } : null;
  const operator = equal ? 'eq' : 'ne';
  if (!operators.includes(operator)) return null;
  if (referring.has(column.kind)) {
    const ids = (Array.isArray(value) ? value : [value]).map(idOf);
    return ids.every((id) => id !== null) ? { field, query: { [operator]: ids } } : null;
  }
  return { field, query: { [operator]: value } };
}

function idOf(entry: Json): string | null {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const id = entry.id ?? entry.user_id ?? entry.item_id ?? entry.name;
  return typeof id === 'string' ? id : typeof id === 'number' || typeof id === 'bigint' ? String(id) : null;
}
