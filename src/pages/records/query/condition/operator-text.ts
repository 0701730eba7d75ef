import { filterOperators } from '../../../../contract/field-kinds';
import type { Json } from '../../../../contract/json';
import type { GridColumn } from '../../../../grid/columns/columns-of';
import { operandText } from './operand-text';

/** Keys of the `query` namespace that name operators. */
export type OperatorText =
  | `operators.${'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin' | 'em' | 'notEm'}`
  | 'anyOf';

/** The sign or word of an operator; one that is not known as it is written. */
export function operatorLabel(operator: string, operand: Json, t: (key: OperatorText) => string): string {
  if (operator === 'em') return t(operand === false ? 'operators.notEm' : 'operators.em');
  // The key `or` holds alternatives for one field (field notes).
  if (operator === 'or') return t('anyOf');
  const known = filterOperators.find((each) => each === operator);
  return known && known !== 'em' ? t(`operators.${known}`) : operator;
}

/** An operator with its operand, in words; `em` has none to show. */
export function questionText(
  operator: string,
  operand: Json,
  column: GridColumn | undefined,
  t: (key: OperatorText) => string,
): string {
  const label = operatorLabel(operator, operand, t);
  return operator === 'em' ? label : `${label} ${operandText(operand, column).shown}`;
}
