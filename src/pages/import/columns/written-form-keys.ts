import { type FieldKind, isDate, isNumber } from '../../../contract/field-kinds';
import type { WrittenForm } from '../../../transfer/in/mapping/written-form';

/** Text key, below `written` of the columns' texts, of how numbers or days are written. */
export const formKeys = {
  'day-first': 'day_first',
  'month-first': 'month_first',
  comma: 'comma',
  ids: 'ids',
  'no-offset': 'no_offset',
  'day-first-short': 'day_first_short',
  'month-first-short': 'month_first_short',
} as const satisfies Record<WrittenForm, string>;

/** Text key, there, of how the console writes what can be written otherwise too. */
export function plainFormOf(kind: FieldKind): 'date' | 'number' | 'names' {
  if (isDate(kind)) return 'date';
  return isNumber(kind) ? 'number' : 'names';
}
