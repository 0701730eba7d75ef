/** The worker in which a regular expression runs over texts: one that never ends holds this thread, which is ended, and not the page. */
import { type ReplaceRule, replacer } from '../../../edits/replace-text';

addEventListener('message', ({ data: { rule, texts } }: MessageEvent<{ rule: ReplaceRule; texts: string[] }>) => {
  postMessage(texts.map(replacer(rule)));
});
postMessage('ready');
