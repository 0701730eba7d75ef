import type { CellKind } from './cell-kind';
import { namedParts } from './references';

/** Options as chips. */
export const option: CellKind = {
  contentOf: (value, { config }) => namedParts(value, config, ({ label }) => ({ text: label, look: 'chip' })),
};
