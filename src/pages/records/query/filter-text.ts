import type { useTranslations } from 'use-intl';
import { filterOperators } from '../../../contract/field-kinds';
import { entriesOf, type Filter, isCondition, joinOf } from '../../../contract/filter';
import { formatJson, isJsonObject, type Json } from '../../../contract/json';
import { referencesOf } from '../../../edits/same-value';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { knownOptions } from '../../../grid/edit/cell-edits';

/** Keys of the `query` namespace that name operators. */
type OperatorText = `operators.${'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin' | 'em' | 'notEm'}` | 'anyOf';

const lineMax = 90;
const valuesMax = 3;

type LineTexts = ReturnType<typeof useTranslations<'query'>>;

/** A part of a filter on one line: enough to distinguish it. @param most characters; without an end, all of it */
export function filterLine(entry: Json, columns: readonly GridColumn[], t: LineTexts, most = lineMax): string {
  const text = (part: Json, outer: boolean): string => {
    if (isCondition(part)) {
      const column = columns.find(({ id }) => id === part.field);
      const query = Object.entries(part.query).map(([operator, operand]) => operatorText(operator, operand, column, t));
      return `${column?.name ?? part.field} ${query.join(' ')}`;
    }
    const join = joinOf(part);
    if (join === null) return formatJson(part).slice(0, 40);
    const inside = entriesOf(part as Filter)
      .map((each) => text(each, false))
      .join(` ${t(join)} `);
    return outer ? inside : `(${inside})`;
  };
  const whole = text(entry, true);
  return whole.length > most ? `${whole.slice(0, most)}…` : whole;
}

/** An operator with its operand, in words; `em` has none to show. */
function operatorText(operator: string, operand: Json, column: GridColumn | undefined, t: LineTexts): string {
  const label = operatorLabel(operator, operand, t);
  if (operator === 'em') return label;
  const { shown, more } = operandText(operand, column);
  return more > 0 ? `${label} ${shown} ${t('more', { count: more })}` : `${label} ${shown}`;
}

/** The sign or word of an operator; one that is not known as it is written. */
export function operatorLabel(operator: string, operand: Json, t: (key: OperatorText) => string): string {
  if (operator === 'em') return t(operand === false ? 'operators.notEm' : 'operators.em');
  // The key `or` holds alternatives for one field (field notes).
  if (operator === 'or') return t('anyOf');
  const known = filterOperators.find((each) => each === operator);
  return known && known !== 'em' ? t(`operators.${known}`) : operator;
}

/** The operand as a pill shows it: names for option ids, the first few of many. */
export function operandText(operand: Json, column: GridColumn | undefined): { shown: string; more: number } {
  const entries = Array.isArray(operand) ? operand : [operand];
  const names = new Map(column ? knownOptions(column).map(({ id, name }) => [id, name]) : []);
  const named = (text: string): string => names.get(text) || text;
  const label = (entry: Json): string => {
    // Alternatives for one field (field notes): their values are enough if all are `eq`.
    const value = isJsonObject(entry) && Object.keys(entry).length === 1 && entry.eq !== undefined ? entry.eq : entry;
    const text = typeof value === 'string' ? named(value) : (referencedNames(value, named) ?? formatJson(value));
    return text.slice(0, 60);
  };
  return { shown: entries.slice(0, valuesMax).map(label).join(', '), more: Math.max(0, entries.length - valuesMax) };
}

/** The names in an option, user or relation as it is read; null for any other value. */
function referencedNames(value: Json, named: (id: string) => string): string | null {
  if (typeof value !== 'object') return null;
  const references = referencesOf(value);
  return references?.length ? references.map(({ id, name }) => name ?? named(id ?? '')).join(', ') : null;
}
