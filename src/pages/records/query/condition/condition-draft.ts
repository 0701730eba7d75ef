import {
  type FilterOperator,
  isDate,
  isNamedReference,
  isNumber,
  isSwitch,
  isText,
  isUser,
  operatorsFor,
} from '../../../../contract/field-kinds';
import { type FilterCondition, type FilterQuery, myself } from '../../../../contract/filter';
import { formatJson, isJsonObject, type Json, parseJson, sameJson } from '../../../../contract/json';
import { parseNumber } from '../../../../edits/parse-text';
import type { GridColumn } from '../../../../grid/columns/columns-of';
import { type DateSpan, resolveDate } from './date-words';
import { readValueList, type ValueList } from './value-list';

/**
 * An operator as the form offers it. `em` is two of them; `between` is `gte` with `lte`; `any-of` is the key `or` with one `eq` each, for kinds that
 * have no `in`; `other` is any operator by its name, with JSON as operand.
 */
export type Choice = Exclude<FilterOperator, 'em'> | 'em-true' | 'em-false' | 'between' | 'any-of' | 'other';

/** What the form holds of one operator of a condition. */
export interface OperatorDraft {
  choice: Choice;
  /** Of `other`: what the operator is called on the wire. */
  name: string;
  /** The operand as it is written; of `between` its lower end. */
  text: string;
  /** The upper end of `between`. */
  to: string;
  /** Values chosen from a list, in the order chosen. */
  ids: readonly string[];
  /** Texts only: the operand is a list, also when it holds but one value. */
  several: boolean;
}

export interface ConditionDraft {
  field: string;
  operators: readonly OperatorDraft[];
}

export const newOperator: OperatorDraft = { choice: 'eq', name: '', text: '', to: '', ids: [], several: false };

export type OperandProblem =
  | 'empty'
  | 'not-a-number'
  | 'not-exact'
  | 'not-a-date'
  | 'not-json'
  | 'period'
  | 'no-name'
  | 'twice'
  | 'list';

export type Compiled =
  | { ok: true; query: FilterQuery }
  | { ok: false; problem: OperandProblem; failed?: ValueList<Json>['failed'] };

type FieldOf = Pick<GridColumn, 'id' | 'kind'>;

/** The choices that the form offers for a field: those that the field notes report, what follows from them, and any other by its name. */
export function choicesFor(column: FieldOf): Choice[] {
  const choices = operatorsFor(column.kind, column.id).flatMap((operator): Choice[] =>
    operator === 'em' ? ['em-true', 'em-false'] : [operator],
  );
  if (ranged(column)) choices.splice(choices.indexOf('lte') + 1, 0, 'between', 'any-of');
  return [...choices, 'other'];
}

function ranged({ kind }: FieldOf): boolean {
  return isNumber(kind) || isDate(kind);
}

/** How the operand of a choice is given. */
export type OperandInput = 'none' | 'choice' | 'switch' | 'date' | 'number' | 'text' | 'list' | 'between' | 'json';

export function operandInput(column: FieldOf, { choice, several }: OperatorDraft): OperandInput {
  if (choice === 'em-true' || choice === 'em-false') return 'none';
  if (choice === 'other') return 'json';
  if (choice === 'between') return 'between';
  if (choice === 'any-of') return 'list';
  if (column.id === 'item_id') return choice === 'in' || choice === 'nin' ? 'list' : 'text';
  if (isNamedReference(column.kind)) return 'choice';
  if (isText(column.kind)) return several || choice === 'in' || choice === 'nin' ? 'list' : 'text';
  if (isSwitch(column.kind)) return 'switch';
  if (isDate(column.kind)) return 'date';
  return isNumber(column.kind) ? 'number' : 'json';
}

/** Whether a comma separates values of a list: it may be part of a text. */
export function takesCommas({ id, kind }: FieldOf): boolean {
  return id === 'item_id' || !isText(kind);
}

/** The list that is written, read as values of the field's kind. */
export function listOf(column: FieldOf, text: string, today: string): ValueList<Json> {
  const read = (part: string): Json | undefined => {
    if (isNumber(column.kind)) {
      const number = parseNumber(part);
      return typeof number === 'string' ? undefined : number;
    }
    if (!isDate(column.kind)) return part;
    const span = resolveDate(part, today);
    return span !== null && span.from === span.to ? span.from : undefined;
  };
  return readValueList(text, read, takesCommas(column));
}

/** The condition of a draft; unknown keys of the condition that it began with are kept. */
export function conditionOf(
  draft: ConditionDraft,
  column: FieldOf,
  today: string,
  before: FilterCondition | null = null,
): { ok: true; condition: FilterCondition } | { ok: false; place: number; problem: OperandProblem } {
  const operators = new Map<string, Json>();
  for (const [place, operator] of draft.operators.entries()) {
    const compiled = compile(operator, column, today);
    if (!compiled.ok) return { ok: false, place, problem: compiled.problem };
    for (const [name, operand] of Object.entries(compiled.query)) {
      if (operators.has(name)) return { ok: false, place, problem: 'twice' };
      operators.set(name, operand);
    }
  }
  return { ok: true, condition: { ...before, field: draft.field, query: Object.fromEntries(operators) } };
}

/** One operator of the form as it goes over the wire (field notes). */
export function compile(operator: OperatorDraft, column: FieldOf, today: string): Compiled {
  const { choice, text } = operator;
  const name = choice === 'em-true' || choice === 'em-false' ? 'em' : choice;
  const one = (operand: Json): Compiled => ({ ok: true, query: { [name]: operand } });
  switch (operandInput(column, operator)) {
    case 'none':
      return one(choice === 'em-true');
    case 'switch':
      return one(text.trim() !== 'false');
    case 'choice':
      return chosen(operator, column, today, one);
    case 'list':
      return listed(operator, column, today, one);
    case 'text': {
      const { ids } = operator;
      const all = text.trim() === '' ? ids : [...ids, text];
      if (all.length === 0) return refuse('empty');
      return one(all.length === 1 ? (all[0] as string) : [...all]);
    }
    case 'number': {
      const number = parseNumber(text);
      if (typeof number === 'string') return refuse(text.trim() === '' ? 'empty' : number);
      return one(number);
    }
    case 'date':
      return dated(operator, today);
    case 'between':
      return isDate(column.kind) ? datesBetween(operator, today) : numbersBetween(operator);
    case 'json':
      if (choice === 'other' && operator.name === '') return refuse('no-name');
      try {
        return { ok: true, query: { [choice === 'other' ? operator.name : name]: parseJson(text) } };
      } catch {
        return refuse('not-json');
      }
  }
}

function refuse(problem: OperandProblem, failed?: ValueList<Json>['failed']): Compiled {
  return { ok: false, problem, failed };
}

type One = (operand: Json) => Compiled;

/** Ids, marked in the list or written beside it. */
function chosen({ ids, text }: OperatorDraft, column: FieldOf, today: string, one: One): Compiled {
  const all = [...new Set([...ids, ...(listOf(column, text, today).values as string[])])];
  if (all.length === 0) return refuse('empty');
  return one(isUser(column.kind) && all.length === 1 && all[0] === myself ? myself : all);
}

function listed({ choice, ids, text }: OperatorDraft, column: FieldOf, today: string, one: One): Compiled {
  const { values, failed } = listOf(column, text, today);
  if (failed.length > 0) return refuse('list', failed);
  const all = [...new Set([...ids, ...values])];
  if (all.length === 0) return refuse('empty');
  return choice === 'any-of' ? { ok: true, query: { or: all.map((value) => ({ eq: value })) } } : one(all);
}

/** A period has no single day to compare with: `is` asks for both its ends, the others for the end that they mean. */
function dated({ choice, text }: OperatorDraft, today: string): Compiled {
  const span = resolveDate(text, today);
  if (span === null) return refuse(text.trim() === '' ? 'empty' : 'not-a-date');
  const { from, to } = span;
  if (choice === 'eq' && from !== to) return { ok: true, query: { gte: from, lte: to } };
  if (choice === 'ne' && from !== to) return refuse('period');
  return { ok: true, query: { [choice]: choice === 'gt' || choice === 'lte' ? to : from } };
}

function datesBetween({ text, to }: OperatorDraft, today: string): Compiled {
  const from = resolveDate(text, today);
  const until: DateSpan | null = to.trim() === '' && from?.from !== from?.to ? from : resolveDate(to, today);
  if (from === null || until === null) {
    return refuse(text.trim() === '' || to.trim() === '' ? 'empty' : 'not-a-date');
  }
  return { ok: true, query: { gte: from.from, lte: until.to } };
}

function numbersBetween({ text, to }: OperatorDraft): Compiled {
  const [from, until] = [parseNumber(text), parseNumber(to)];
  if (typeof from === 'string') return refuse(text.trim() === '' ? 'empty' : from);
  if (typeof until === 'string') return refuse(to.trim() === '' ? 'empty' : until);
  return { ok: true, query: { gte: from, lte: until } };
}

/** The draft of a condition. What the form has no editor for is held as JSON by the name of its operator, so that nothing is lost. */
export function draftOf({ field, query }: FilterCondition, column: FieldOf, today: string): ConditionDraft {
  const operators: OperatorDraft[] = [];
  const entries = Object.entries(query);
  const range = ranged(column) ? rangeOf(query, column, today) : null;
  for (const [name, operand] of entries) {
    if (range && (name === 'gte' || name === 'lte')) {
      if (name === 'gte') operators.push(range);
      continue;
    }
    operators.push(operatorDraft(name, operand, column, today));
  }
  return { field, operators };
}

function rangeOf(query: FilterQuery, column: FieldOf, today: string): OperatorDraft | null {
  const { gte, lte } = query;
  if (gte === undefined || lte === undefined) return null;
  const draft = { ...newOperator, choice: 'between' as const, text: plainText(gte), to: plainText(lte) };
  return holds(draft, { gte, lte }, column, today) ? draft : null;
}

function operatorDraft(name: string, operand: Json, column: FieldOf, today: string): OperatorDraft {
  const offered = choicesFor(column);
  const candidates = candidatesOf(name, operand).filter(({ choice }) => offered.includes(choice));
  const held = candidates.find((draft) => holds(draft, { [name]: operand }, column, today));
  return held ?? { ...newOperator, choice: 'other', name, text: formatJson(operand) };
}

/** Drafts that may hold an operand, the plainest first. */
function candidatesOf(name: string, operand: Json): OperatorDraft[] {
  if (name === 'em') return [{ ...newOperator, choice: operand === false ? 'em-false' : 'em-true' }];
  if (name === 'other' || name === 'between' || name === 'any-of') return [];
  if (name === 'or') {
    const values = Array.isArray(operand) ? operand.map((each) => (isJsonObject(each) ? each.eq : undefined)) : [];
    if (!values.every((value) => value !== undefined)) return [];
    return [{ ...newOperator, choice: 'any-of', text: values.map(plainText).join('\n') }];
  }
  const choice = name as Choice;
  const entries = (Array.isArray(operand) ? operand : [operand]).map(plainText);
  return [
    { ...newOperator, choice, text: plainText(operand) },
    { ...newOperator, choice, ids: entries },
    { ...newOperator, choice, text: entries.join('\n'), several: true },
    { ...newOperator, choice, text: formatJson(operand) },
  ];
}

function holds(draft: OperatorDraft, query: FilterQuery, column: FieldOf, today: string): boolean {
  const compiled = compile(draft, column, today);
  return compiled.ok && sameJson(compiled.query, query);
}

function plainText(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : formatJson(value);
}
