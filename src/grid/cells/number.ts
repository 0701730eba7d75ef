import type { CellKind } from './cell-kind';

/** A number with every digit that was sent; nothing is rounded and nothing is grouped, so that it can be compared with other systems. */
export const number: CellKind = {
  align: 'end',
  contentOf: (value) => (typeof value === 'number' || typeof value === 'bigint' ? String(value) : null),
};
