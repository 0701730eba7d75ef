import { compareNumbers, isNumeric, type Numeric } from '../../../contract/decimal';
import {
  type FilterOperator,
  isDate,
  isNamedReference,
  isNumber,
  isSwitch,
  isText,
  isUser,
  operatorsFor,
} from '../../../contract/field-kinds';
import { type FilterCondition, type FilterQuery, myself } from '../../../contract/filter';
import { formatJson, isJsonObject, type Json, parseJson, sameJson } from '../../../contract/json';
import { parseNumber } from '../../../edits/parse-text';
import { parseTsv } from '../../../edits/tsv';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { resolveDate } from './relative-dates';

/**
 * An operator as the form offers it. `em` is two of them; `between` is `gte` with `lte`; `any-of` is the key `or` with one `eq` each, for kinds that
 * have no `in`; `other` is any operator by its name, with JSON as operand.
 */
export type Choice = Exclude<FilterOperator, 'em'> | 'em-true' | 'em-false' | 'between' | 'any-of' | 'other';

/** The one value that is looked for in a list, which is meant also where it is not ticked; `none`: no value matches, and nothing can be applied. */
export type Sought = { id: string } | 'none';

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
  /** What is typed in the search of that list. Null: nothing, or it may be several values. */
  sought: Sought | null;
  /** Texts only: the operand is a list, also when it holds but one value. */
  several: boolean;
}

export interface ConditionDraft {
  field: string;
  operators: readonly OperatorDraft[];
}

export const newOperator: OperatorDraft = {
  choice: 'eq',
  name: '',
  text: '',
  to: '',
  ids: [],
  sought: null,
  several: false,
};

export type OperandProblem =
  | 'empty'
  | 'none-found'
  | 'not-a-number'
  | 'not-exact'
  | 'not-a-date'
  | 'not-json'
  | 'period'
  | 'no-name'
  | 'twice'
  | 'list';

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
type OperandInput = 'none' | 'choice' | 'switch' | 'date' | 'number' | 'text' | 'list' | 'between' | 'json';

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

/** The condition of a draft; unknown keys of the condition that it began with are kept. */
export function conditionOf(
  draft: ConditionDraft,
  column: FieldOf,
  today: string,
  before: FilterCondition | null = null,
): { ok: true; condition: FilterCondition } | { ok: false; place: number; problem: OperandProblem } {
  const operators = new Map<string, Json>();
  for (const [place, operator] of draft.operators.entries()) {
    const query = compile(operator, column, today);
    if (typeof query === 'string') return { ok: false, place, problem: query };
    for (const [name, operand] of Object.entries(query)) {
      if (operators.has(name)) return { ok: false, place, problem: 'twice' };
      operators.set(name, operand);
    }
  }
  return { ok: true, condition: { ...before, field: draft.field, query: Object.fromEntries(operators) } };
}

/** One operator of the form as it goes over the wire (field notes), or what is wrong with it. */
export function compile(operator: OperatorDraft, column: FieldOf, today: string): FilterQuery | OperandProblem {
  const { text, to, sought } = operator;
  // Beside an ID that is written, the search is not what is asked for.
  if (sought === 'none' && text.trim() === '') return 'none-found';
  const isOneMore = sought !== null && sought !== 'none' && !operator.ids.includes(sought.id);
  const { choice, ids } = isOneMore ? chosenOperator(operator, column, [...operator.ids, sought.id]) : operator;
  switch (operandInput(column, operator)) {
    case 'none':
      return { em: choice === 'em-true' };
    case 'switch':
      return { [choice]: text.trim() !== 'false' };
    case 'choice':
    case 'list': {
      const { values, failed } = valueListOf(column, text, today);
      if (failed.length > 0) return 'list';
      const all = [...new Set([...ids, ...values])];
      if (all.length === 0) return 'empty';
      if (choice === 'any-of') return { or: all.map((value) => ({ eq: value })) };
      return { [choice]: isUser(column.kind) && all.length === 1 && all[0] === myself ? myself : all };
    }
    case 'text': {
      const [first, ...others] = text.trim() === '' ? ids : [...ids, text];
      if (first === undefined) return 'empty';
      return { [choice]: others.length === 0 ? first : [first, ...others] };
    }
    case 'number': {
      const number = readNumber(text);
      return typeof number === 'string' ? number : { [choice]: number };
    }
    case 'date':
      return compileDate(operator, today);
    case 'between': {
      if (isDate(column.kind)) return compileDatesBetween(operator, today);
      const [from, until] = [readNumber(text), readNumber(to)];
      if (typeof from === 'string') return from;
      return typeof until === 'string' ? until : { gte: from, lte: until };
    }
    case 'json': {
      const name = choice === 'other' ? operator.name : choice;
      if (name === '') return 'no-name';
      try {
        return { [name]: parseJson(text) };
      } catch {
        return 'not-json';
      }
    }
  }
}

/** What is unusual about an operand that can be applied: spaces around its text, or a range that ends before it begins. */
export function operandNote(operator: OperatorDraft, column: FieldOf, today: string): 'spaces' | 'swapped' | null {
  const input = operandInput(column, operator);
  const { text } = operator;
  if (input === 'text') return text !== text.trim() && text.trim() !== '' ? 'spaces' : null;
  if (input !== 'between') return null;
  const query = compile(operator, column, today);
  if (typeof query === 'string') return null;
  const { gte = null, lte = null } = query;
  return isBefore(lte, gte) ? 'swapped' : null;
}

/** Whether a number or a day is before another one. */
export function isBefore(a: Json, b: Json): boolean {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b) < 0;
  return typeof a === 'string' && typeof b === 'string' && a < b;
}

/** An operator as typed before a number or a date, and its choice; longer ones first. */
const typedOperators: readonly [string, Choice][] = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['!=', 'ne'],
  ['<>', 'ne'],
  ['≥', 'gte'],
  ['≤', 'lte'],
  ['≠', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'eq'],
];

/** The input for a number or a date, without the operator in front: `>= 150` is *at least*. Null: there is none. */
export function typedOperator(operator: OperatorDraft, column: FieldOf, typed: string): OperatorDraft | null {
  if (!ranged(column)) return null;
  // The first of two signs has become the choice already.
  const before = operator.text === '' ? { gt: '>', lt: '<' }[operator.choice as string] : undefined;
  const text = `${before !== undefined && typed === '=' ? before : ''}${typed}`.trimStart();
  const found = typedOperators.find(([sign]) => text.startsWith(sign));
  return found ? { ...operator, choice: found[1], text: text.slice(found[0].length).trimStart() } : null;
}

/**
 * The operator with values chosen from a list. With the second of an option, user or relation *is* becomes *any of*, which is seen and can be changed back: as
 * it stands it asks for records that have exactly both.
 */
export function chosenOperator(operator: OperatorDraft, column: FieldOf, ids: readonly string[]): OperatorDraft {
  const chosen = { ...operator, ids, sought: null };
  const becomesSeveral = operator.ids.length === 1 && ids.length > 1 && isNamedReference(column.kind);
  if (becomesSeveral && operator.choice === 'eq') return { ...chosen, choice: 'in' };
  return becomesSeveral && operator.choice === 'ne' ? { ...chosen, choice: 'nin' } : chosen;
}

function readNumber(text: string): Numeric | OperandProblem {
  return text.trim() === '' ? 'empty' : parseNumber(text);
}

/** A period has no single day to compare with: `is` means both its ends, the others the end that applies. */
function compileDate({ choice, text }: OperatorDraft, today: string): FilterQuery | OperandProblem {
  const span = resolveDate(text, today);
  if (span === null) return text.trim() === '' ? 'empty' : 'not-a-date';
  const { from, to } = span;
  if (choice === 'eq' && from !== to) return { gte: from, lte: to };
  if (choice === 'ne' && from !== to) return 'period';
  return { [choice]: choice === 'gt' || choice === 'lte' ? to : from };
}

function compileDatesBetween({ text, to }: OperatorDraft, today: string): FilterQuery | OperandProblem {
  const from = resolveDate(text, today);
  const until = to.trim() === '' && from?.from !== from?.to ? from : resolveDate(to, today);
  if (from === null || until === null) return text.trim() === '' || to.trim() === '' ? 'empty' : 'not-a-date';
  return { gte: from.from, lte: until.to };
}

/** The draft of a condition. What the form has no editor for is held as JSON by the name of its operator, so that nothing is lost. */
export function draftOf({ field, query }: FilterCondition, column: FieldOf, today: string): ConditionDraft {
  const range = ranged(column) ? rangeOf(query, column, today) : null;
  const operators = Object.entries(query).flatMap(([name, operand]) => {
    if (range && name === 'lte') return [];
    return range && name === 'gte' ? [range] : [operatorDraft(name, operand, column, today)];
  });
  return { field, operators };
}

function rangeOf({ gte, lte }: FilterQuery, column: FieldOf, today: string): OperatorDraft | null {
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
  return typeof compiled !== 'string' && sameJson(compiled, query);
}

function plainText(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : formatJson(value);
}

/** The values of a pasted column or a written list. */
interface ValueList {
  /** Each once, in the order written. */
  values: (string | Numeric)[];
  /** How many were written again. */
  duplicates: number;
  /** What is no value of the kind of the field: its place among the values written, from 1, and its text. */
  failed: { place: number; text: string }[];
}

/** Reads a list of values of a field: cells of a pasted column or row, else parts between commas where a comma cannot be part of a value. */
export function valueListOf(column: FieldOf, text: string, today: string): ValueList {
  /** By their texts, which two equal decimals have in common. */
  const values = new Map<string, string | Numeric>();
  const failed: ValueList['failed'] = [];
  let duplicates = 0;
  for (const [index, part] of listParts(text, takesCommas(column)).entries()) {
    const value = readValue(part, column, today);
    if (value === undefined) failed.push({ place: index + 1, text: part });
    else if (values.has(formatJson(value))) duplicates += 1;
    else values.set(formatJson(value), value);
  }
  return { values: [...values.values()], duplicates, failed };
}

/** The text of a list without what failed. */
export function withoutFailed(text: string, { failed }: ValueList, column: FieldOf): string {
  const places = new Set(failed.map(({ place }) => place));
  return listParts(text, takesCommas(column))
    .filter((_part, index) => !places.has(index + 1))
    .join('\n');
}

/** Whether a comma separates values of a list: it may be part of a text. */
export function takesCommas({ id, kind }: FieldOf): boolean {
  return id === 'item_id' || !isText(kind);
}

function readValue(part: string, { kind }: FieldOf, today: string): string | Numeric | undefined {
  if (isNumber(kind)) {
    const number = parseNumber(part);
    return typeof number === 'string' ? undefined : number;
  }
  if (!isDate(kind)) return part;
  const span = resolveDate(part, today);
  return span !== null && span.from === span.to ? span.from : undefined;
}

function listParts(text: string, commas: boolean): string[] {
  const cells = /[\n\t]/.test(text) || !commas ? parseTsv(text).flat() : text.split(/[,;，、；]/);
  return cells.map((part) => part.trim()).filter((part) => part !== '');
}
