import { previewOf } from '../profile/preview';
import type { CellKind } from './cell-kind';

/** A short text, as it is. */
export const text: CellKind = {
  contentOf: (value) => (typeof value === 'string' ? previewOf(value) : null),
};
