import { entriesOf, type Filter, isCondition, joinOf } from '../../../contract/filter';
import { formatJson, type Json } from '../../../contract/json';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { type OperatorText, questionText } from './condition/operator-text';

const lengthMax = 90;

/** A part of a filter on one line: as much as tells it from another. @param t texts of the `query` namespace */
export function questionLine(
  entry: Json,
  columns: readonly GridColumn[],
  t: (key: OperatorText | 'and' | 'or') => string,
): string {
  const text = (part: Json, outer: boolean): string => {
    if (isCondition(part)) {
      const column = columns.find(({ id }) => id === part.field);
      const asked = Object.entries(part.query).map(([operator, operand]) => questionText(operator, operand, column, t));
      return `${column?.name ?? part.field} ${asked.join(' ')}`;
    }
    const join = joinOf(part);
    if (join === null) return formatJson(part).slice(0, 40);
    const inside = entriesOf(part as Filter)
      .map((each) => text(each, false))
      .join(` ${t(join)} `);
    return outer ? inside : `(${inside})`;
  };
  const whole = text(entry, true);
  return whole.length > lengthMax ? `${whole.slice(0, lengthMax)}…` : whole;
}
