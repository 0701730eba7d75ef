import type { WrittenForm } from '../../transfer/in/written-form';

/** Text key, below `written` of the columns' texts, of how numbers or days are written. */
export const formKeys = {
  'day-first': 'day_first',
  'month-first': 'month_first',
  comma: 'comma',
} as const satisfies Record<WrittenForm, string>;
