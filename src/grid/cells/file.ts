import type { CellKind } from './cell-kind';
import { namedParts } from './references';

/** Files by name, or by id: their read form is not known (field notes). Links are looked up on the files page. */
export const file: CellKind = {
  contentOf: (value, { config }) => namedParts(value, config, ({ label }) => ({ text: label, look: 'file' })),
};
