import { isDate, isNumber, isText } from '../../../contract/field-kinds';
import { isEmptyValue, type Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { calculate, type DateUnit, shiftDate } from '../../../edits/arithmetic';
import { cellText } from '../../../edits/cell-text';
import type { CoerceReason } from '../../../edits/coerce';
import type { CellEdit, Drafts } from '../../../edits/drafts';
import { parseDate, parseNumber } from '../../../edits/parse-text';
import { changedCharsMax, type ReplaceRule, replacer, TooMuchText } from '../../../edits/replace-text';
import { changesNothing } from '../../../edits/same-value';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import { currentText, currentValue, editOf, knownOptions } from '../../../grid/edit/cell-edits';
import { coerceCell } from '../../../grid/edit/coerce-cell';

/** What can be done to one field of many records, in the order of the list. */
export const bulkActions = ['set', 'clear', 'replace', 'add', 'multiply', 'trim', 'upper', 'lower', 'copy'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** One change of one field as the user fills it in; entries that the action does not use are kept for another one. */
export interface BulkChange {
  column: GridColumn;
  action: BulkAction;
  /** The value to set. */
  text: string;
  rule: ReplaceRule;
  /** The number to add or to multiply by, as it is typed; of days with its unit. */
  amount: string;
  unit: DateUnit;
  /** Digits after the point of a result, as typed; empty: as many as there are. */
  decimals: string;
  /** The field whose values are taken. */
  from: GridColumn | null;
  /** Leave what has a value as it is. */
  onlyEmpty: boolean;
  /** The user allowed a change of the JSON type. */
  anyKind: boolean;
}

/** The result for one record. */
export interface BulkLine {
  record: DwRecord;
  /** Null when the record cannot take it. */
  edit: CellEdit | null;
  reason: CoerceReason | null;
}

/** Records that would change, and those that cannot take it; of the others the number. */
export interface BulkFindings {
  lines: BulkLine[];
  changes: number;
  same: number;
}

export type BulkProblem =
  | 'noValue'
  | 'noFind'
  | 'notAnExpression'
  | 'notANumber'
  | 'notWhole'
  | 'badDecimals'
  | 'noField';

/** Whether an action makes sense for a field. */
export function isActionOf(action: BulkAction, { kind }: Pick<GridColumn, 'kind'>): boolean {
  if (action === 'add') return isNumber(kind) || isDate(kind);
  if (action === 'multiply') return isNumber(kind);
  if (action === 'trim' || action === 'upper' || action === 'lower') return isText(kind);
  return true;
}

/** Whether an action may be limited to empty values. */
export function canFillOnlyEmpty(action: BulkAction): boolean {
  return action === 'set' || action === 'copy';
}

const decimalsMax = 15;

/** What is still to be filled in; null when the change is whole. */
export function problemOf(change: BulkChange): BulkProblem | null {
  switch (change.action) {
    case 'set':
      return change.text === '' ? 'noValue' : null;
    case 'replace':
      if (change.rule.find === '') return 'noFind';
      return isExpression(change.rule) ? null : 'notAnExpression';
    case 'add':
    case 'multiply':
      if (typeof parseNumber(change.amount) === 'string') return 'notANumber';
      if (isDate(change.column.kind))
        return Number.isSafeInteger(Number(parseNumber(change.amount))) ? null : 'notWhole';
      return decimalsOf(change) === undefined ? 'badDecimals' : null;
    case 'copy':
      return change.from === null ? 'noField' : null;
    default:
      return null;
  }
}

/**
 * What a change would do to records, each by the JSON type of its loaded value and by what is staged for it.
 * @param replaced the new texts, if computed elsewhere; else the rule of the change decides
 * @throws TooMuchText
 */
export function findChanges(
  records: readonly DwRecord[],
  change: BulkChange,
  drafts: Drafts,
  replaced: ((text: string) => string) | null = null,
): BulkFindings {
  const { column, anyKind } = change;
  const field = { kind: column.kind, options: knownOptions(column) };
  const result = resultOf(change, drafts, replaced);
  const found: BulkFindings = { lines: [], changes: 0, same: 0 };
  let chars = 0;
  for (const record of records) {
    const current = currentValue(drafts, record, column.id);
    const next = result(record, current);
    chars += next !== null && 'text' in next ? next.text.length : 0;
    if (chars > changedCharsMax) throw new TooMuchText();
    if (next === null) found.same += 1;
    else if ('reason' in next) found.lines.push({ record, edit: null, reason: next.reason });
    else {
      const before = anyKind ? undefined : cellValue(record, column.id);
      const coerced =
        'value' in next ? { ok: true as const, value: next.value } : coerceCell(next.text, column, before);
      if (!coerced.ok) found.lines.push({ record, edit: null, reason: coerced.reason });
      else if (changesNothing(current, coerced.value, field)) found.same += 1;
      else {
        found.lines.push({ record, edit: editOf(record, column, coerced.value), reason: null });
        found.changes += 1;
      }
    }
  }
  return found;
}

/** The distinct texts that an expression is to be applied to, wherever that is done. */
export function textsToReplace(records: readonly DwRecord[], { column }: BulkChange, drafts: Drafts): string[] {
  const texts = new Set(records.map((record) => currentText(drafts, record, column)));
  texts.delete('');
  return [...texts];
}

/** What a value becomes: a text to be coerced, a value, the reason why not; null: it stays. */
type Result = { text: string } | { value: Json } | { reason: CoerceReason } | null;

function resultOf(
  change: BulkChange,
  drafts: Drafts,
  replaced: ((text: string) => string) | null,
): (record: DwRecord, current: Json | undefined) => Result {
  const { column, action, onlyEmpty, from } = change;
  const textOf = (value: Json | undefined) => cellText(value, column.kind, column.config ?? undefined);
  const unlessKept = (next: (record: DwRecord) => Result) => (record: DwRecord, current: Json | undefined) =>
    onlyEmpty && !isEmptyValue(current) ? null : next(record);
  const ofValue = (next: (value: Json) => Result) => (_: DwRecord, current: Json | undefined) =>
    isEmptyValue(current) || current === undefined ? null : next(current);
  switch (action) {
    case 'set':
      return unlessKept(() => ({ text: change.text }));
    case 'clear':
      return ofValue(() => ({ value: null }));
    case 'replace': {
      const replace = replaced ?? replacer(change.rule);
      return ofValue((value) => {
        const text = textOf(value);
        const next = replace(text);
        return next === text ? null : { text: next };
      });
    }
    case 'add':
    case 'multiply':
      return ofValue((value) => calculated(textOf(value), change, action));
    case 'copy':
      return unlessKept((record) => (from ? { text: currentText(drafts, record, from) } : null));
    default:
      return ofValue((value) => (typeof value === 'string' ? { text: written[action](value) } : null));
  }
}

const written = {
  trim: (text: string) => text.trim(),
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
};

function calculated(text: string, change: BulkChange, does: 'add' | 'multiply'): Result {
  const operand = parseNumber(change.amount);
  if (typeof operand === 'string') return null;
  if (isDate(change.column.kind)) {
    const shifted = shiftDate(text, Number(operand), change.unit);
    if (shifted !== null) return { text: shifted };
    return { reason: parseDate(text)?.offset ? 'has-offset' : 'not-a-date' };
  }
  const number = parseNumber(text);
  if (typeof number === 'string') return { reason: number };
  return { text: calculate(does, number, operand, decimalsOf(change) ?? null) };
}

/** Null: as many as there are; undefined: what is typed is no such number. */
function decimalsOf({ decimals }: BulkChange): number | null | undefined {
  if (decimals.trim() === '') return null;
  const number = Number(decimals);
  return Number.isInteger(number) && number >= 0 && number <= decimalsMax ? number : undefined;
}

function isExpression(rule: ReplaceRule): boolean {
  try {
    replacer(rule);
    return true;
  } catch {
    return false;
  }
}
