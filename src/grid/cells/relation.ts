import type { CellKind } from './cell-kind';
import { namedParts } from './references';

/** The titles of related records. */
export const relation: CellKind = {
  contentOf: (value, { config }) =>
    namedParts(value, config, ({ id, label }) => ({ text: label, look: 'relation', title: id?.slice(0, 80) })),
};
