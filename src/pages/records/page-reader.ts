import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Priority } from '../../api/budget';
import type { Client } from '../../api/client';
import { type RecordQuery, recordPageOptions, recordQueryKey, recordsKey } from '../../api/records';
import { tryNow } from '../../api/retry';
import { ApiError } from '../../contract/errors';
import { limits } from '../../contract/limits';
import { type AskedFields, allFields } from './asked-fields';
import { dropFar, fieldsOfPage, keepOnly, newReading, noteAnswer, type Reading } from './reading';

const pageSize = limits.pageSizeMax;
/** A read that takes less, in milliseconds, is not told to go on: it would be over before anybody has seen it. */
const tellAfterMs = 120;

/** What changes while the pages of a question are read; another object with each change. */
export interface ReaderState {
  /** Of the reading: it has changed when this has. */
  version: number;
  /** Something is being read, and has been for a while. */
  busy: boolean;
  /** Why the last read under the window failed. */
  error: unknown;
  /** What a read under the window failed of that is being tried again; null when there is none. */
  failing: unknown;
}

/** Pages of a question to read: those under the window, and those that it comes to next. */
export interface Wanted {
  pages: readonly number[];
  ahead: readonly number[];
}

/** Reads the pages of one question, beside the drawing: a page is asked for where the scroll is handled, and only its answer draws something anew. */
export interface PageReader {
  readonly key: string;
  readonly reading: Reading;
  state(): ReaderState;
  /** Begins to read when somebody listens, and gives up what is on its way when nobody does. */
  subscribe(listener: () => void): () => void;
  /** Takes the pages to read from now on; others that are on their way are given up. */
  want(wanted: Wanted): void;
  /** Takes the fields to ask for from now on; pages that are wanted and lack one of them are read again. */
  ask(asking: AskedFields): void;
  /** Says that something was noted in the reading. */
  changed(): void;
  /** Why the last read of a page under the window failed; null otherwise. */
  failureOf(page: number): unknown;
  retry(): void;
  /** Has the pages under the window tried at once that wait for their next try. */
  tryNow(): void;
  /** Reads the pages under the window again; the others are forgotten. */
  refresh(): void;
}

export function createPageReader(queryClient: QueryClient, client: Client, query: RecordQuery): PageReader {
  const key = keyOfQuestion(client, query);
  const reading = newReading(key);
  const filtered = query.filter !== null;
  const listeners = new Set<() => void>();
  let wanted: Wanted = { pages: [0], ahead: [] };
  let asking = allFields;
  let fetching = false;
  let told = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The page of an index. What is read ahead becomes urgent when the window comes to it. */
  const optionsOf = (index: number, fields = fieldsOfPage(reading, index, asking.needed, asking.fields)) =>
    recordPageOptions(
      client,
      query,
      index * pageSize,
      (): Priority => (wanted.pages.includes(index) ? 'interactive' : 'prefetch'),
      fields,
    );
  const observerOf = (index: number) => new QueryObserver(queryClient, optionsOf(index));
  const observed = new Map<number, { observer: ReturnType<typeof observerOf>; stop(): void }>();

  // What another page or the first script has read already is there before anything is drawn.
  const known = queryClient.getQueryData(optionsOf(0).queryKey);
  if (known) noteAnswer(reading, 0, known, filtered);
  let state: ReaderState = { version: reading.version, busy: false, error: null, failing: null };

  function tell(error: unknown, failing: unknown): void {
    const next = { version: reading.version, busy: told && fetching, error, failing };
    const same = next.version === state.version && next.busy === state.busy;
    if (same && next.error === state.error && next.failing === state.failing) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function take(): void {
    let error: unknown = null;
    let failing: unknown = null;
    let now = false;
    for (const [index, { observer }] of observed) {
      const { data, error: failed, failureReason, isFetching } = observer.getCurrentResult();
      if (data && reading.answers.get(index) !== data) noteAnswer(reading, index, data, filtered);
      if (wanted.pages.includes(index)) {
        error ??= failed;
        if (isFetching) failing ??= failureReason;
      }
      now ||= isFetching;
    }
    for (const index of dropFar(reading, wanted.pages[0] ?? 0)) {
      const { queryKey } = optionsOf(index, reading.asked.get(index) ?? null);
      queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' });
    }
    if (now !== fetching) {
      fetching = now;
      clearTimeout(timer);
      if (!now) told = false;
      else if (!told)
        timer = setTimeout(() => {
          told = true;
          tell(state.error, state.failing);
        }, tellAfterMs);
    }
    tell(error, failing);
  }

  /** Observes the pages that are wanted, the urgent ones first, and no others: a read that nobody observes is given up. */
  function observe(): void {
    const indexes = [...wanted.pages, ...wanted.ahead];
    for (const index of indexes) {
      if (observed.has(index)) continue;
      const observer = observerOf(index);
      observed.set(index, { observer, stop: observer.subscribe(take) });
    }
    for (const [index, { stop }] of observed) {
      if (indexes.includes(index)) continue;
      stop();
      observed.delete(index);
    }
    client.budget.review();
    take();
  }

  function end(): void {
    clearTimeout(timer);
    for (const { stop } of observed.values()) stop();
    observed.clear();
  }

  return {
    key,
    reading,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) observe();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) end();
      };
    },
    want(next) {
      wanted = next;
      if (listeners.size > 0) observe();
    },
    ask(next) {
      if (next === asking) return;
      asking = next;
      for (const [index, { observer }] of observed) observer.setOptions(optionsOf(index));
      take();
    },
    changed: () => tell(state.error, state.failing),
    failureOf: (page) => observed.get(page)?.observer.getCurrentResult().error ?? null,
    retry() {
      for (const { observer } of observed.values()) if (observer.getCurrentResult().error) void observer.refetch();
    },
    tryNow() {
      for (const index of wanted.pages) {
        const query = observed.get(index)?.observer.getCurrentQuery();
        if (query) tryNow(queryClient, query.queryKey);
      }
      take();
    },
    refresh() {
      // Pages off the screen may have changed as well: they are forgotten here, and read when somebody goes there.
      keepOnly(reading, [...observed.keys()]);
      // Somebody waits for this one.
      told = true;
      void queryClient.invalidateQueries({ queryKey: recordsKey(client, query.table_id) });
      tell(state.error, state.failing);
    },
  };
}

/**
 * The number of the request that a row came with, or that failed to bring it; null where it was not asked for.
 * @param shown the reading that the rows shown are of
 */
export function requestOfRow(shown: Reading, reader: PageReader, row: number): number | null {
  const page = Math.floor(row / pageSize);
  const failure = reader.failureOf(page);
  return shown.answers.get(page)?.request ?? (failure instanceof ApiError ? failure.request : null);
}

/** The name of a question: everything that its answer depends on. */
export function keyOfQuestion(client: Client, query: RecordQuery): string {
  return JSON.stringify(recordQueryKey(client, query));
}
