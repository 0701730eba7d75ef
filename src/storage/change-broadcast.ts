import { createListeners } from '../state/store';

/** Announces a database change to this tab and the others. */
export interface News<Word> {
  /** Announces it to other tabs, and to this one unless it made the change itself. */
  tell(word: Word, here: 'also-here' | 'elsewhere'): void;
  /** @returns the way to stop hearing */
  hear(listener: (word: Word) => void): () => void;
}

/** Drafts are not what they were; `table_id` null: in every table. */
export interface DraftWord {
  environment: string;
  identity: string;
  table_id: string | null;
}

/** A job was created, commanded, advanced or deleted; `order`: the runner has to act. */
export interface JobWord {
  job_id: string;
  about: 'order' | 'progress';
}

function createNews<Word>(name: string): News<Word> {
  const { tell: pass, subscribe: hear } = createListeners<Word>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`warehouse-console:${name}`);
  channel?.addEventListener('message', (event: MessageEvent<Word>) => pass(event.data));
  // Node keeps a process alive for an open channel; a page has no such method.
  (channel as { unref?: () => void } | null)?.unref?.();
  return {
    tell(word, here) {
      channel?.postMessage(word);
      if (here === 'also-here') pass(word);
    },
    hear,
  };
}

export const draftNews = createNews<DraftWord>('drafts');
export const jobNews = createNews<JobWord>('jobs');
