import { previewOf } from '../profile/preview';
import type { CellKind } from './cell-kind';

const tag = /<[^<>]{1,80}>/g;

/** The beginning of a long text on one line. Of rich text (HTML, field notes) only the words: the panel shows it as it was sent. */
export const longText: CellKind = {
  contentOf: (value) => {
    if (typeof value !== 'string') return null;
    return wordsOf(previewOf(value));
  },
};

/** A long text without the tags of rich text. */
export function wordsOf(text: string): string {
  return text.startsWith('<') ? text.replace(tag, ' ').trim() || text : text;
}
