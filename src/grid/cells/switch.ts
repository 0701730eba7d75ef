import type { CellKind } from './cell-kind';

/** On or off, in a word and a shape: never by colour alone. */
export const switchCell: CellKind = {
  contentOf: (value, { words }) => {
    const on = value === true || value === 1;
    if (!on && value !== false && value !== 0) return null;
    return [{ text: on ? words.yes : words.no, look: on ? 'on' : 'off' }];
  },
};
