/**
 * Rows of the records page: the pages under the window, how many rows there are and what changed under the paging.
 * The query cache owns them; what they taught is in `page-facts.ts`.
 */

import {
  hashKey,
  type QueryCache,
  type QueryClient,
  type QueryKey,
  QueryObserver,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type RecordQuery,
  recordPageOptions,
  recordQueryKey,
  recordsKey,
  recordThereOptions,
  requestedFields,
  wasRequested,
} from '../../../api/queries/records';
import type { Priority } from '../../../api/wire/budget';
import type { Client } from '../../../api/wire/client';
import { type FailingRead, failingRead, readPatiently } from '../../../api/wire/query-client';
import type { Answer } from '../../../api/wire/send';
import { ApiError } from '../../../contract/errors';
import { limits } from '../../../contract/limits';
import type { DwRecord, RecordPage } from '../../../contract/records';
import { hasSameEntries, useKept } from '../../../state/store';
import type { RowWindow } from '../../../ui/display/row-window';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { useLasting } from '../../../ui/hooks/use-time';
import type { ReadPage } from './extent';
import {
  type CachedPages,
  forgetOthers,
  type HeldHashes,
  learn,
  noFacts,
  openEnd,
  type PageFacts,
  pagesToHold,
  withProbe,
} from './page-facts';
import { askFor, type RequestedByPage, type RequestedFields } from './requested-fields';
import { type PageWindow, usePageWindow } from './use-page-window';

const pageSize = limits.pageSizeMax;
/** Milliseconds that the end of the loaded rows must be visible before the next page is requested. */
const probeAfterMs = 400;
/** Milliseconds without an answer after which what was read besides the first page counts for the columns. */
const settleMs = 500;
/** A read shorter than this, in milliseconds, is not shown as running: it would be over before it is seen. */
const tellAfterMs = 120;

/** A page that was read. */
export interface LoadedPage {
  index: number;
  items: readonly DwRecord[];
  /** The fields that it was asked for; null: all. */
  asked: ReadonlySet<string> | null;
  last: boolean;
}

export interface RecordPages {
  recordAt(row: number): DwRecord | undefined;
  loadedPages(): Iterable<LoadedPage>;
  requestOf(row: number): number | null;
  /** The row of a record among those read; null when it is not there. */
  rowOf(itemId: string): number | null;
  /** The records of the first pages read, and of those that show further fields, in order: what columns are found from. */
  pages: readonly (readonly DwRecord[])[];
  facts: readonly ReadPage[];
  latest: Answer<RecordPage> | null;
  /** The first page of this query is not loaded yet, and no other rows replace it. */
  loading: boolean;
  /** The rows shown are those of the query before; those of this one are on their way. */
  older: boolean;
  /** Rows under the window are being read, for longer than a moment. */
  reading: boolean;
  /** Why the last read under the window failed; rows read before stay. */
  error: unknown;
  /** A failed and retried read under the window; null when there is none. */
  failing: FailingRead | null;
  /** Takes the rows that are seen; `rows` is how many the scroll holds. */
  look(seen: RowWindow, direction: 1 | -1, rows: number): void;
  /**
   * Reads the page of a row that may be past everything that is known.
   * @returns whether the row is there
   * @throws what the read throws
   */
  reach(row: number): Promise<boolean>;
  retry(): void;
  /** Reloads the visible pages; the rows stay. */
  refresh(): void;
}

/** What is known of the query with this key, and of the previous one whose rows replace its own until they load. The rows are in the cache. */
interface Known {
  key: string;
  own: PageFacts;
  held: HeldHashes;
  before: Omit<Known, 'before'> | null;
  asked: RequestedByPage;
}

const nothingHeld: HeldHashes = new Map();

/**
 * The pages of a query under the window and slightly ahead, as the query cache has them; a page that is no longer looked at is not read to its end.
 * @param asking the fields to ask for
 * @param waits whether rows are not to be shown yet, loaded or not
 */
export function useRecordPages(
  client: Client,
  query: RecordQuery,
  asking: RequestedFields,
  waits: boolean,
): RecordPages {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const key = JSON.stringify(recordQueryKey(client, query));
  const filtered = query.filter !== null;
  const [kept, setKept] = useState<Known>(() => ({ ...firstOf(key), before: null }));
  const known = kept.key === key ? kept : nextQuery(kept, key);
  const { window, isUnder, look } = usePageWindow(key, known.own.latest?.milliseconds ?? 0, client.budget.review);

  const wanted = useMemo(() => [...window.under, ...window.ahead], [window]);
  const asked = askFor(known.asked, wanted, asking, known.held);
  const queries = useMemo(
    () => pageQueries(client, query, { pages: wanted, asked, isUnder }),
    [client, query, wanted, asked, isUnder],
  );
  const results = useQueries({ queries });
  const reads = readsOf(wanted, queries, results);

  const held = waits ? known.held : pagesToHold(known.held, wanted, loadedOf(reads));
  const answers = useKept(answersIn(cache, held), hasSameAnswers);
  const own = learn(known.own, answers, filtered);
  const { seen, error } = readsUnder(window, reads);
  const ready = answers.size > 0 || error !== null;
  const before = ready ? null : known.before;
  if (own !== kept.own || held !== kept.held || before !== kept.before || asked !== kept.asked || key !== kept.key) {
    setKept({ key, own, held, before, asked });
  }
  usePagesHeld(key, held, before?.held ?? nothingHeld);

  const reaching = useAbortable(key);
  const shown = before?.own ?? own;
  const answersBefore = useMemo(() => before && answersIn(cache, before.held), [cache, before]);
  const rows = answersBefore ?? answers;
  // Prefetching, and its retries, do not prevent a reload of visible pages.
  const [reading, tellReading] = useLasting(
    seen.some(({ result }) => result.isFetching),
    tellAfterMs,
  );
  const busy = results.some(({ isFetching }) => isFetching);
  const probed = useProbe(client, query, openEnd(own.facts), busy);
  const sampled = useSettledSample(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sample that has only become larger waits until nothing is read
  const sample = useMemo(
    () => [...shown.sample].sort(([a], [b]) => a - b).map(([, items]) => items),
    [key, before, shown.shows, sampled],
  );
  const { needed } = asking;
  const recordAt = useCallback(
    (row: number) => {
      const record = rows.get(Math.floor(row / pageSize))?.data.items[row % pageSize];
      // A field that was not asked for is not missing: the row is read again.
      return record && wasRequested(record, needed) ? record : undefined;
    },
    [rows, needed],
  );

  return {
    recordAt,
    loadedPages: () => pagesOf(rows),
    requestOf(row) {
      const page = Math.floor(row / pageSize);
      return requestOfPage(rows.get(page), reads.find((read) => read.page === page)?.result.error);
    },
    rowOf(itemId) {
      for (const [index, { data }] of rows) {
        const place = data.items.findIndex(({ item_id }) => item_id === itemId);
        if (place >= 0) return index * pageSize + place;
      }
      return null;
    },
    // While another query is on its way, the columns are those of the rows shown.
    pages: useKept(sample, hasSameEntries),
    facts: useMemo(() => withProbe(shown.facts, before === null ? probed : null), [shown.facts, before, probed]),
    latest: shown.latest,
    loading: !ready && before === null,
    older: before !== null,
    reading,
    error,
    failing: failingRead(queryClient, seen),
    look,
    async reach(row) {
      const index = Math.floor(row / pageSize);
      const fields = askFor(asked, [index], asking, held).get(index) ?? null;
      const options = recordPageOptions(client, query, index * pageSize, 'interactive', fields);
      const read = () => queryClient.fetchQuery({ ...options, retry: false });
      const answer = await readPatiently(client, read, reaching.start());
      setKept((now) => {
        if (now.key !== key) return now;
        const asked = new Map(now.asked).set(index, fields);
        const held = new Map(now.held).set(index, hashKey(options.queryKey));
        return { ...now, asked, held, own: learn(now.own, answersIn(cache, held), filtered) };
      });
      return row - index * pageSize < answer.data.items.length;
    },
    retry() {
      for (const { result } of reads) if (result.error) void result.refetch();
    },
    refresh() {
      // Other pages may have changed as well: they are dropped here, and loaded on demand.
      setKept((now) => ({
        ...now,
        own: forgetOthers(now.own, wanted),
        held: new Map([...now.held].filter(([index]) => wanted.includes(index))),
      }));
      // The user waits for this one.
      tellReading();
      void queryClient.invalidateQueries({ queryKey: recordsKey(client, query.table_id) });
    },
  };
}

function firstOf(key: string): Omit<Known, 'before'> {
  return { key, own: noFacts, held: nothingHeld, asked: new Map() };
}

/** Another query begins: the previous rows replace its own, if there were any. Or one comes back to the previous query. */
function nextQuery({ before, ...now }: Known, key: string): Known {
  if (before?.key === key) return { ...before, before: null };
  return { ...firstOf(key), before: now.held.size > 0 ? now : before };
}

/** The pages of those held, as the cache has them. */
function answersIn(cache: QueryCache, held: HeldHashes): CachedPages {
  const answers = new Map<number, Answer<RecordPage>>();
  for (const [page, hash] of held) {
    const answer = cache.get<Answer<RecordPage>>(hash)?.state.data;
    if (answer) answers.set(page, answer);
  }
  return answers;
}

function hasSameAnswers(a: CachedPages, b: CachedPages): boolean {
  return a.size === b.size && [...b].every(([page, answer]) => a.get(page) === answer);
}

function* pagesOf(cached: CachedPages): Iterable<LoadedPage> {
  for (const [index, { data }] of cached) {
    const last = data.has_more === false || data.items.length < pageSize;
    yield { index, items: data.items, asked: data.items[0] ? requestedFields(data.items[0]) : null, last };
  }
}

/** The records of the first page of the current query; none while the rows shown belong to another. */
export function firstPageOf({ older, pages }: RecordPages): readonly DwRecord[] {
  return older ? noRecords : (pages[0] ?? noRecords);
}

const noRecords: readonly DwRecord[] = [];

/** Keeps the pages held in the cache, also those that nothing observes, for as long as they are held. */
function usePagesHeld(key: string, held: HeldHashes, before: HeldHashes): void {
  const queryClient = useQueryClient();
  const [hold] = useState(() => pageHold(queryClient));
  useEffect(() => hold.keep(key, [...held.values(), ...before.values()]), [hold, key, held, before]);
  useEffect(() => hold.end, [hold]);
}

/** Holds pages in the cache. One that is let go leaves it; those of another query stay a while, as one may come back to it. */
export function pageHold(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache();
  /** By the hash of the page, with the key of its query. */
  const holds = new Map<string, { queryKey: string; letGo(): void }>();
  return {
    /**
     * @param key of the query that is asked
     * @param hashes of the keys of all pages to hold
     */
    keep(key: string, hashes: readonly string[]): void {
      for (const hash of hashes) {
        const query = cache.get(hash);
        if (!query || holds.has(hash)) continue;
        const observer = new QueryObserver(queryClient, { ...query.options, queryKey: query.queryKey, enabled: false });
        holds.set(hash, { queryKey: key, letGo: observer.subscribe(() => {}) });
      }
      for (const [hash, { queryKey, letGo }] of holds) {
        if (hashes.includes(hash)) continue;
        letGo();
        holds.delete(hash);
        const query = cache.get(hash);
        if (query?.getObserversCount() === 0 && queryKey === key) cache.remove(query);
      }
    },
    end(): void {
      for (const { letGo } of holds.values()) letGo();
      holds.clear();
    },
  };
}

/** The size of the sample after nothing new was learned for a while: what follows from it renders every cell, which must not happen during a scroll. */
function useSettledSample(facts: PageFacts): number {
  const [settled, setSettled] = useState(facts.sampled);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(facts.sampled), settleMs);
    return () => clearTimeout(timer);
  }, [facts]);
  return settled;
}

/**
 * Requests the one row after the known ones, once nothing else is loading: a full page does not show whether it is the last one.
 * @param index of the page after which the end is unknown; null: none
 */
function useProbe(
  client: Client,
  query: RecordQuery,
  index: number | null,
  busy: boolean,
): { index: number; more: boolean } | null {
  const [due, setDue] = useState<{ query: RecordQuery; index: number } | null>(null);
  useEffect(() => {
    if (index === null || busy) return;
    const timer = setTimeout(() => setDue({ query, index }), probeAfterMs);
    return () => clearTimeout(timer);
  }, [query, index, busy]);
  const asked = due !== null && due.query === query && due.index === index ? index : null;
  const { data } = useQuery({
    ...recordThereOptions(client, query, ((asked ?? 0) + 1) * pageSize),
    enabled: asked !== null,
  });
  return useMemo(() => (asked === null || data === undefined ? null : { index: asked, more: data }), [asked, data]);
}

interface WantedPages {
  pages: readonly number[];
  asked: RequestedByPage;
  /** Whether a page is visible right now. */
  isUnder(page: number): boolean;
}

/**
 * The queries of the pages of the window, in the same order. What was read ahead becomes urgent when the window comes to it, and a read that is in none of
 * these queries any more is given up.
 */
export function pageQueries(client: Client, query: RecordQuery, { pages, asked, isUnder }: WantedPages) {
  return pages.map((page) => {
    const priority = (): Priority => (isUnder(page) ? 'interactive' : 'prefetch');
    return recordPageOptions(client, query, page * limits.pageSizeMax, priority, asked.get(page) ?? null);
  });
}

interface PageRead<Result> {
  page: number;
  queryKey: QueryKey;
  result: Result;
}

/** The result of the request for each page. */
function readsOf<Result>(
  pages: readonly number[],
  queries: readonly { queryKey: QueryKey }[],
  results: readonly Result[],
): PageRead<Result>[] {
  return pages.flatMap((page, place) => {
    const [query, result] = [queries[place], results[place]];
    return query && result ? [{ page, queryKey: query.queryKey, result }] : [];
  });
}

/** Those that are in the cache. */
function loadedOf(reads: readonly PageRead<{ data: unknown }>[]): HeldHashes {
  const loaded = reads.filter(({ result }) => result.data !== undefined);
  return new Map(loaded.map(({ page, queryKey }) => [page, hashKey(queryKey)]));
}

/** The reads of the rows that are seen, and what one of them failed of: what is only read ahead is no error yet. */
export function readsUnder<Result extends { error: unknown }>(
  { under }: PageWindow,
  reads: readonly PageRead<Result>[],
): { seen: PageRead<Result>[]; error: unknown } {
  const seen = reads.filter(({ page }) => under.includes(page));
  return { seen, error: seen.find(({ result }) => result.error)?.result.error ?? null };
}

/** The number of the request that loaded a page, or failed to; null where it was not requested. */
export function requestOfPage(answer: Answer<RecordPage> | undefined, error: unknown): number | null {
  return answer?.request ?? (error instanceof ApiError ? error.request : null);
}
