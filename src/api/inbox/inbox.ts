/** The inbox of callback events for a connection, as the gateway keeps it: opened, read and followed. */

import { QueryObserver, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { ApiError } from '../../contract/errors';
import type { InboxRequest } from '../../contract/gateway';
import { eventIdSchema, type ReceivedEvent, receivedEventSchema } from '../../contract/inbox';
import { createStore } from '../../state/store';
import { followEvents, type InboxReference, openInbox, readEvents, wipeEvents } from '../queries/inbox';
import type { Client } from '../wire/client';
import { queryClient } from '../wire/query-client';
import { valueWithoutCredentials } from '../wire/remove-credentials';

/** An inbox's owner: a connection. */
export interface InboxOwner {
  client: Client;
  /** Arguments for `openInbox`; null where what it needs was forgotten. */
  inbox(): [InboxRequest, string | null] | null;
}

/** The inbox cannot be opened: the provider's secret, which it belongs to, was forgotten (section 5 rule 6). */
export class NoInboxError extends Error {
  override readonly name = 'NoInboxError';
}

/** Callback address of a connection, and the reference that its events are read by. Another one after a change to a provider key (section 5 rule 6). */
export function inboxOptions({ client, inbox }: InboxOwner) {
  const appIdOf = (opening: ReturnType<typeof inbox>) => opening?.[0].appId ?? (opening ? '' : null);
  const whose = appIdOf(inbox());
  return queryOptions({
    queryKey: [client.environment.name, client.identity, 'inbox', whose],
    queryFn: async () => {
      // Asked for again: the previous response is not kept here, and may have been forgotten.
      const opening = inbox();
      if (!opening || appIdOf(opening) !== whose)
        throw new NoInboxError('The secret that the inbox belongs to was forgotten.');
      const [request, apiKey] = opening;
      const { address, inbox: name, token } = await openInbox(request, apiKey);
      return { address, reference: { environment: request.environment, inbox: name, token } };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Every event of an inbox that is kept, read in pages; `inboxFeed` adds to it what arrives. */
export function eventsOptions(reference: InboxReference) {
  const queryKey = [reference.environment, 'events', reference.inbox] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<InboxEvents> => {
      let known = client.getQueryData<InboxEvents>(queryKey) ?? noEvents;
      for (let more = true; more; ) {
        const page = await readEvents(reference, lastEventId(known), signal);
        known = mergeEvents(known, { events: page.events, wipedUpTo: 0 });
        more = page.more && page.events.length > 0;
      }
      return known;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Events that arrived by the stream while a page was loading are not overwritten by that page.
    structuralSharing: (known, read) =>
      mergeEvents((known as InboxEvents | undefined) ?? noEvents, read as InboxEvents),
  });
}

const lineSchema = v.object({
  state: v.picklist(['connecting', 'live', 'broken']),
  /** Why it broke. */
  message: v.nullable(v.string()),
  /** Epoch milliseconds of the next try. */
  retryAt: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))),
});
/** The state of the inbox connection: the same in every tab, published by the tab that has it. */
export type LineState = v.InferOutput<typeof lineSchema>;

const messageSchema = v.union([
  v.object({ kind: v.literal('events'), events: v.array(receivedEventSchema) }),
  v.object({ kind: v.literal('line'), line: lineSchema, lastId: eventIdSchema }),
  v.object({ kind: v.literal('wiped'), upTo: eventIdSchema }),
  v.object({ kind: v.picklist(['ask', 'retry']) }),
]);
type Message = v.InferOutput<typeof messageSchema>;

/** The live events of one inbox. It runs while there are subscribers. */
interface InboxFeed {
  /** Called on every change of the line. Events are in the query cache (`eventsOptions`). @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Replaced on change, so it can be a snapshot of an external store. */
  line(): LineState;
  /** Tries a broken line again now. */
  retry(): void;
  /** Deletes every event of the inbox, for all tabs. @throws ApiError */
  wipe(): Promise<void>;
}

const feeds = new Map<string, InboxFeed>();

/** The one feed of this tab for an inbox. */
export function inboxFeed(reference: InboxReference): InboxFeed {
  const name = `inbox:${reference.environment}:${reference.inbox}:${reference.token}`;
  const feed = feeds.get(name) ?? createInboxFeed(reference);
  feeds.set(name, feed);
  return feed;
}

/**
 * Gives a listener every event of an inbox once, ascending: first existing ones, then each as it arrives. Keeps the feed open.
 * @returns a function that ends it
 */
export function watchEvents(
  reference: InboxReference,
  listener: (events: readonly ReceivedEvent[]) => void,
): () => void {
  let given = 0;
  const observer = new QueryObserver(queryClient, eventsOptions(reference));
  const give = (known: InboxEvents | undefined): void => {
    const fresh = known?.events.filter(({ id }) => id > given) ?? [];
    given = Math.max(given, fresh.at(-1)?.id ?? 0);
    if (fresh.length > 0) listener(fresh);
  };
  const stopObserving = observer.subscribe(({ data }) => give(data));
  const stopFeed = inboxFeed(reference).subscribe(() => {});
  give(observer.getCurrentResult().data);
  return () => {
    stopObserving();
    stopFeed();
  };
}

/** A page that follows another keeps the line that the first one had. */
const lingerMs = 1000;
/** Events that come together are passed on together, so that a flood does not draw the page for each. */
const gatherMs = 100;
const longestPauseMs = 30_000;
const wrongToken = 401;

/**
 * One stream over all tabs: the holder of a Web Lock follows the inbox and shares what comes by BroadcastChannel, because a stream in each tab would
 * take up the six connections that a browser has to an origin. Without locks each tab follows for itself.
 * Long: one state of one stream, and the functions that open, read and end it.
 */
function createInboxFeed(reference: InboxReference): InboxFeed {
  const name = `inbox:${reference.environment}:${reference.inbox}`;
  const options = eventsOptions(reference);
  const connecting: LineState = { state: 'connecting', message: null, retryAt: null };
  const line = createStore(connecting, attend);
  let running: { stop(): void; post(message: Message): void; wake(): void } | null = null;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  const known = (): InboxEvents => queryClient.getQueryData(options.queryKey) ?? noEvents;
  const add = (more: InboxEvents): void => {
    queryClient.setQueryData(options.queryKey, (before = noEvents) => mergeEvents(before, more));
  };

  function start(): typeof running {
    const stopped = new AbortController();
    const { signal } = stopped;
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
    const post = (message: Message): void => channel?.postMessage(message);
    let leading = false;
    let wake = (): void => {};
    const tell = (next: LineState): void => {
      line.set(next);
      post({ kind: 'line', line: next, lastId: lastEventId(known()) });
    };
    channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
      // A tab of another version may send something else, which is passed over.
      const message = v.safeParse(messageSchema, event.data);
      if (!message.success) return;
      const data = message.output;
      // The tab that shares them may hold other credentials than this one.
      if (data.kind === 'events') add({ events: data.events.map(valueWithoutCredentials), wipedUpTo: 0 });
      else if (data.kind === 'wiped') add({ events: [], wipedUpTo: data.upTo });
      else if (data.kind === 'line' && !leading) {
        line.set(data.line);
        // A tab that led before may have been closed between receiving and sharing.
        if (data.lastId > lastEventId(known()))
          void queryClient.refetchQueries({ queryKey: options.queryKey, exact: true });
      } else if (data.kind === 'ask' && leading) tell(line.get());
      else if (data.kind === 'retry') wake();
    });
    // Keeps the events in the cache while the feed runs, and loads those that exist.
    const letGo = new QueryObserver(queryClient, options).subscribe(() => {});
    post({ kind: 'ask' });

    const pause = (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', wake, { once: true });
      });

    async function follow(): Promise<void> {
      await queryClient.ensureQueryData(options);
      let gathered: ReceivedEvent[] = [];
      let timer: ReturnType<typeof setTimeout> | undefined;
      const flush = (): void => {
        clearTimeout(timer);
        timer = undefined;
        if (gathered.length === 0 || signal.aborted) return;
        add({ events: gathered, wipedUpTo: 0 });
        post({ kind: 'events', events: gathered });
        gathered = [];
      };
      try {
        for await (const read of followEvents(reference, lastEventId(known()), signal)) {
          if (line.get().state !== 'live') tell({ state: 'live', message: null, retryAt: null });
          if (!('event' in read)) continue;
          gathered.push(read.event);
          timer ??= setTimeout(flush, gatherMs);
        }
      } finally {
        flush();
      }
    }

    async function lead(): Promise<void> {
      leading = true;
      let failures = 0;
      while (!signal.aborted) {
        const began = Date.now();
        try {
          await follow();
          failures = 0;
          // The gateway ends a stream after a while; a stream that ends at once must not be asked for in a tight loop.
          if (Date.now() - began < 1000) await pause(1000);
        } catch (error) {
          if (signal.aborted) return;
          if (line.get().state === 'live') failures = 0;
          const delay = Math.min(longestPauseMs, 1000 * 2 ** failures);
          failures += 1;
          const message = error instanceof Error ? error.message : String(error);
          tell({ state: 'broken', message, retryAt: Date.now() + delay });
          // The gateway has a new secret: its address is requested again, and pages continue with that one.
          if (error instanceof ApiError && error.status === wrongToken) {
            void queryClient.invalidateQueries({
              queryKey: [reference.environment],
              predicate: ({ queryKey }) => queryKey[2] === 'inbox',
            });
          }
          await pause(delay);
        }
      }
    }

    const online = (): void => wake();
    globalThis.addEventListener?.('online', online);
    const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
    if (locks) {
      // Rejects when the feed is stopped before its turn came.
      locks.request(name, { signal }, lead).catch(() => {});
    } else void lead();

    return {
      post,
      wake: () => wake(),
      stop() {
        stopped.abort();
        letGo();
        globalThis.removeEventListener?.('online', online);
        channel?.close();
      },
    };
  }

  function attend(): () => void {
    clearTimeout(lingering);
    running ??= start();
    return () => {
      lingering = setTimeout(() => {
        running?.stop();
        running = null;
        line.set(connecting);
      }, lingerMs);
    };
  }

  return {
    subscribe: line.subscribe,
    line: line.get,
    retry() {
      running?.wake();
      running?.post({ kind: 'retry' });
    },
    async wipe() {
      const upTo = lastEventId(known());
      await wipeEvents(reference);
      add({ events: [], wipedUpTo: upTo });
      running?.post({ kind: 'wiped', upTo });
    },
  };
}

/** What is known here of an inbox: its events, ascending by id without duplicates. */
export interface InboxEvents {
  events: readonly ReceivedEvent[];
  /** Events up to this id were wiped and do not come back, wherever they may still be on their way. */
  wipedUpTo: number;
}

/** Events kept in a page; as many as the gateway keeps of one inbox. */
export const keptEvents = 10_000;

export const noEvents: InboxEvents = { events: [], wipedUpTo: 0 };

/** Id of the latest event seen, also when it was wiped since; 0 before the first. */
export function lastEventId({ events, wipedUpTo }: InboxEvents): number {
  return Math.max(wipedUpTo, events.at(-1)?.id ?? 0);
}

/** Both together: the order in which pieces arrive, and how often, makes no difference. Gives `known` itself where nothing is new. */
export function mergeEvents(known: InboxEvents, more: InboxEvents): InboxEvents {
  const wipedUpTo = Math.max(known.wipedUpTo, more.wipedUpTo);
  const last = lastEventId(known);
  const wiped = wipedUpTo > known.wipedUpTo;
  if (!wiped && more.events.every(({ id }) => id > last)) {
    return more.events.length === 0
      ? known
      : { wipedUpTo, events: [...known.events, ...more.events].slice(-keptEvents) };
  }
  const byId = new Map([...known.events, ...more.events].map((event) => [event.id, event]));
  const events = [...byId.values()].filter(({ id }) => id > wipedUpTo).sort((a, b) => a.id - b.id);
  if (!wiped && events.length === known.events.length) return known;
  return { wipedUpTo, events: events.slice(-keptEvents) };
}
