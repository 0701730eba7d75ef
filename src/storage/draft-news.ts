/** Tells the other tabs, and the rest of this one, that drafts in the database are not what they were. */
export interface DraftNews {
  environment: string;
  identity: string;
  /** Null: of every table. */
  table_id: string | null;
}

type Listener = (news: DraftNews) => void;

const listeners = new Set<Listener>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('warehouse-console:drafts');
channel?.addEventListener('message', (event: MessageEvent<DraftNews>) => {
  for (const listener of listeners) listener(event.data);
});
// Node keeps a process alive for an open channel; a page has no such method.
(channel as { unref?: () => void } | null)?.unref?.();

/** Tells other tabs, and this one when `here` says so. */
export function announceDrafts(news: DraftNews, here: 'also-here' | 'elsewhere'): void {
  channel?.postMessage(news);
  if (here === 'also-here') for (const listener of listeners) listener(news);
}

/** Hears of changes made elsewhere; returns the way to stop. */
export function hearOfDrafts(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
