import type { useTranslations } from 'use-intl';
import { filterOperators, isText } from '../../../contract/field-kinds';
import { entriesOf, type Filter, isCondition, joinOf } from '../../../contract/filter';
import { formatJson, isJsonObject, type Json } from '../../../contract/json';
import { referencesOf } from '../../../edits/same-value';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { knownOptions } from '../../../grid/edit/cell-edits';

/** Keys of the `query` namespace that name operators. */
type OperatorText = `operators.${'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin' | 'em' | 'notEm'}` | 'anyOf';

/** How much of a filter is named: characters of the line, of a value, of a list and of what is no filter, and values of a list. */
const brief = { line: 90, value: 60, list: 90, other: 40, values: 3 };
const endless = Number.POSITIVE_INFINITY;
export const wholeFilter: typeof brief = {
  line: endless,
  value: endless,
  list: endless,
  other: endless,
  values: endless,
};

export type LineTexts = ReturnType<typeof useTranslations<'query'>>;

/** A part of a filter on one line. @param most how much of it: enough to distinguish it, or `wholeFilter` */
export function filterLine(entry: Json, columns: readonly GridColumn[], t: LineTexts, most = brief): string {
  const text = (part: Json, outer: boolean): string => {
    if (isCondition(part)) {
      const column = columns.find(({ id }) => id === part.field);
      const query = Object.entries(part.query).map(([operator, operand]) => {
        const label = operatorLabel(operator, operand, t, column);
        // It has no operand to show.
        if (operator === 'em') return label;
        const { shown, more } = operandText(operand, column, most);
        return more > 0 ? `${label} ${shown} ${t('more', { count: more })}` : `${label} ${shown}`;
      });
      return `${column?.name ?? part.field} ${query.join(' ')}`;
    }
    const join = joinOf(part);
    if (join === null) return formatJson(part).slice(0, most.other);
    const inside = entriesOf(part as Filter)
      .map((each) => text(each, false))
      .join(` ${t(join)} `);
    return outer ? inside : `(${inside})`;
  };
  const whole = text(entry, true);
  return whole.length > most.line ? `${whole.slice(0, most.line)}…` : whole;
}

/** The sign or word of an operator; one that is not known as it is written. @param column of the field, where it is known */
export function operatorLabel(
  operator: string,
  operand: Json,
  t: (key: OperatorText) => string,
  column?: GridColumn,
): string {
  if (operator === 'em') return t(operand === false ? 'operators.notEm' : 'operators.em');
  // The key `or` holds alternatives for one field (field notes).
  if (operator === 'or') return t('anyOf');
  // A text that is one of several, as the contract writes it.
  const ofSeveral = column && isText(column.kind) && Array.isArray(operand) && operand.length > 1;
  if (ofSeveral && operator === 'eq') return t('operators.in');
  if (ofSeveral && operator === 'ne') return t('operators.nin');
  const known = filterOperators.find((each) => each === operator);
  return known && known !== 'em' ? t(`operators.${known}`) : operator;
}

/** The operand as a pill shows it: names for option ids, the first few of many. */
export function operandText(
  operand: Json,
  column: GridColumn | undefined,
  most = brief,
): { shown: string; more: number } {
  const entries = Array.isArray(operand) ? operand : [operand];
  const names = new Map(column ? knownOptions(column).map(({ id, name }) => [id, name]) : []);
  const named = (text: string): string => names.get(text) || text;
  const label = (entry: Json): string => {
    // Alternatives for one field (field notes): their values are enough if all are `eq`.
    const value = isJsonObject(entry) && Object.keys(entry).length === 1 && entry.eq !== undefined ? entry.eq : entry;
    const text = typeof value === 'string' ? named(value) : (referencedNames(value, named) ?? formatJson(value));
    return text.slice(0, most.value);
  };
  const [first = '', ...others] = entries.slice(0, most.values).map(label);
  let shown = first;
  let count = Math.min(1, entries.length);
  for (const other of others) {
    // Cut in the middle of a value, the number of those that are not shown would not be true.
    if (shown.length + other.length > most.list) break;
    shown = `${shown}, ${other}`;
    count += 1;
  }
  return { shown, more: entries.length - count };
}

/** The names in an option, user or relation as it is read; null for any other value. */
function referencedNames(value: Json, named: (id: string) => string): string | null {
  if (typeof value !== 'object') return null;
  const references = referencesOf(value);
  return references?.length ? references.map(({ id, name }) => name ?? named(id ?? '')).join(', ') : null;
}
