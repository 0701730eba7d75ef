import type { QueryKey } from '@tanstack/react-query';
import { type RecordQuery, recordPageOptions } from '../../../api/operations/records';
import type { Priority } from '../../../api/wire/budget';
import type { Client } from '../../../api/wire/client';
import type { Answer } from '../../../api/wire/send';
import { ApiError } from '../../../contract/errors';
import { limits } from '../../../contract/limits';
import type { RecordPage } from '../../../contract/records';
import type { AskedByPage } from './page-facts';
import type { PageWindow } from './use-page-window';

interface HeldPages {
  /** Every page to hold in the cache. */
  pages: readonly number[];
  /** Those of them to read. */
  window: PageWindow;
  asked: AskedByPage;
  /** Whether the window is over a page at the moment of asking. */
  isUnder(page: number): boolean;
}

/**
 * The queries of the pages held, in the same order. Those of the window are read, the others stay as they are. What was read ahead becomes urgent when the
 * window comes to it, and a read that is in none of these queries any more is given up.
 */
export function pageQueries(client: Client, query: RecordQuery, { pages, window, asked, isUnder }: HeldPages) {
  return pages.map((page) => {
    const priority = (): Priority => (isUnder(page) ? 'interactive' : 'prefetch');
    return {
      ...recordPageOptions(client, query, page * limits.pageSizeMax, priority, asked.get(page) ?? null),
      enabled: window.under.includes(page) || window.ahead.includes(page),
    };
  });
}

interface PageRead<Result> {
  page: number;
  queryKey: QueryKey;
  result: Result;
}

/** What became of the query of each page. */
export function readsOf<Result>(
  pages: readonly number[],
  queries: readonly { queryKey: QueryKey }[],
  results: readonly Result[],
): PageRead<Result>[] {
  return pages.flatMap((page, place) => {
    const [query, result] = [queries[place], results[place]];
    return query && result ? [{ page, queryKey: query.queryKey, result }] : [];
  });
}

/** The reads of the rows that are seen, and what one of them failed of: what is only read ahead is no error yet. */
export function readsUnder<Result extends { error: unknown }>(
  { under }: PageWindow,
  reads: readonly PageRead<Result>[],
): { seen: PageRead<Result>[]; error: unknown } {
  const seen = reads.filter(({ page }) => under.includes(page));
  return { seen, error: seen.find(({ result }) => result.error)?.result.error ?? null };
}

/** The number of the request that brought a page, or that failed to; null where it was not asked for. */
export function requestOfPage(answer: Answer<RecordPage> | undefined, error: unknown): number | null {
  return answer?.request ?? (error instanceof ApiError ? error.request : null);
}
