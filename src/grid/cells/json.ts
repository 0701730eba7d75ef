import { previewOfJson } from '../profile/preview';
import type { CellKind } from './cell-kind';

/** The plain fallback for whatever is not known: the beginning of its JSON. */
export const json: CellKind = {
  contentOf: (value) => [{ text: previewOfJson(value), look: 'json' }],
};
