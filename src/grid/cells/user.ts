import type { CellKind } from './cell-kind';
import { namedParts } from './references';

/** Users by name, each with its first letter. Their pictures are not fetched: they may be on any host. */
export const user: CellKind = {
  contentOf: (value, { config }) =>
    namedParts(value, config, ({ label }) => ({
      text: label,
      look: 'user',
      initial: [...label.slice(0, 2)][0]?.toUpperCase() ?? '',
    })),
};
