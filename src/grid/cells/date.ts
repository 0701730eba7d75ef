import type { CellKind } from './cell-kind';

/** No date or time is longer than this; what is, is a text. */
const longest = 40;

/** Begins as a day or a time of day does; whatever follows is shown as well. */
const dateStart = /^(?:\d{4}[-/]\d|\d{1,2}:\d{2})/;

/** A date or time exactly as sent: it has no zone (field notes), so nothing can be converted. */
export const date: CellKind = {
  look: 'date',
  contentOf: (value) => (typeof value === 'string' && value.length <= longest && dateStart.test(value) ? value : null),
};
