import * as v from 'valibot';
import { createListeners } from '../state/store';

/** Announces a database change to this tab and the others. */
export interface News<Word> {
  /** Announces it to other tabs, and to this one unless it made the change itself. */
  tell(word: Word, here: 'also-here' | 'elsewhere'): void;
  /** @returns the way to stop hearing */
  hear(listener: (word: Word) => void): () => void;
  /** Whether other tabs can be told. */
  isHeard: boolean;
}

/** Drafts are not what they were; `table_id` null: in every table. */
const draftWordSchema = v.object({
  environment: v.string(),
  identity: v.string(),
  table_id: v.nullable(v.string()),
});
/** A job was created, commanded, advanced or deleted; `order`: the runner has to act. */
const jobWordSchema = v.object({ job_id: v.string(), about: v.picklist(['order', 'progress']) });

/** @param schema of what is announced: a tab of another version may announce something else, which is not heard */
export function createNews<Word>(name: string, schema: v.GenericSchema<unknown, Word>): News<Word> {
  const { tell: pass, subscribe: hear } = createListeners<Word>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`warehouse-console:${name}`);
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const word = v.safeParse(schema, data);
    if (word.success) pass(word.output);
  });
  // Node keeps a process alive for an open channel; a page has no such method.
  (channel as { unref?: () => void } | null)?.unref?.();
  return {
    tell(word, here) {
      channel?.postMessage(word);
      if (here === 'also-here') pass(word);
    },
    hear,
    isHeard: channel !== null,
  };
}

/** The ID of a snapshot whose files are to be removed: whoever has them open lets go. */
export const snapshotNews = createNews('snapshots', v.string());
export const draftNews = createNews('drafts', draftWordSchema);
export const jobNews = createNews('jobs', jobWordSchema);
