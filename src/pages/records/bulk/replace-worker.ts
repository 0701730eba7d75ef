/** The worker in which a regular expression runs over the texts of one change: one that never ends holds this thread, which is ended, and not the page. */
import { type ReplaceRule, replacer, TooMuchText } from '../../../edits/replace-text';

/** What becomes of texts; null when they would be too much. */
export type Replaced = string[] | null;

let replace: ((text: string) => string) | null = null;

addEventListener('message', ({ data: { rule, texts } }: MessageEvent<{ rule: ReplaceRule; texts: string[] }>) => {
  replace ??= replacer(rule);
  try {
    postMessage(texts.map(replace) satisfies Replaced);
  } catch (error) {
    if (!(error instanceof TooMuchText)) throw error;
    postMessage(null satisfies Replaced);
  }
});
postMessage('ready');
