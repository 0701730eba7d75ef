/**
 * Files of the platform: their links, which live an hour and are renewed while they are looked at, the hosts that they may
 * point to, and the texts behind them.
 */

import { type QueryState, queryOptions } from '@tanstack/react-query';
import type { FileDetails, FilesAnswer } from '../../contract/files';
import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { Priority } from '../wire/budget';
import { type Client, keyOf } from '../wire/client';
import { queryClient } from '../wire/query-client';
import { type Answer, send } from '../wire/send';
import type { Encoding } from './encodings';
import { fileTextBytes, readFileText } from './read-file';

/** Links are renewed this long before they expire, so that nothing on screen breaks (4.6: one hour). */
export const linkMarginMs = 5 * 60_000;
const refetchAfterMs = limits.linkLifeMs - linkMarginMs;

/** Epoch milliseconds at which links that came at `receivedAt` stop working: counted from when their call left, so never later than the truth. */
export function linksDieAt(answer: { receivedAt: number; milliseconds: number }): number {
  return answer.receivedAt - answer.milliseconds + limits.linkLifeMs;
}

/** A file with the answer that its links came with. */
export interface FoundFile {
  file: FileDetails;
  answer: Answer<FilesAnswer>;
}

/** Ids, or what has one, in calls of at most `limits.fileIdsPerCall`, order kept. */
export function fileCalls<Item = Id>(ids: readonly Item[]): Item[][] {
  const calls: Item[][] = [];
  for (let start = 0; start < ids.length; start += limits.fileIdsPerCall) {
    calls.push(ids.slice(start, start + limits.fileIdsPerCall));
  }
  return calls;
}

/** After a request that failed the next one waits this long. */
const renewalPauseMs = 60_000;

/** How links are kept valid: renewed before they expire, and after a failure once a minute. */
export const renewal = {
  meta: { hasLinks: true },
  staleTime: refetchAfterMs,
  refetchInterval: ({ state }: { state: Pick<QueryState, 'status' | 'dataUpdatedAt'> }) =>
    state.status === 'error' ? renewalPauseMs : Math.max(1000, state.dataUpdatedAt + refetchAfterMs - Date.now()),
  refetchIntervalInBackground: true,
  structuralSharing: false,
} as const;

/** Renews the links on screen that are due, after the clock was set or the machine slept: timers are late then. */
export function renewDueLinks(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query) =>
      query.meta?.hasLinks === true &&
      // Where the clock was set back their age is unknown.
      (query.isStaleByTime(refetchAfterMs) || query.state.dataUpdatedAt > Date.now()),
  });
}

/**
 * Details and links of at most `limits.fileIdsPerCall` files (4.6), fetched again before the links die: on time while the page is open, and at once when
 * a tab that slept is looked at again.
 * @param first the priority of the first request
 */
export function filesOptions(client: Client, ids: readonly Id[], first: Priority = 'interactive') {
  return queryOptions({
    queryKey: keyOf(client, 'getFiles', ids.join(',')),
    queryFn: ({ signal, queryKey, client: cache }) =>
      send(
        client,
        'getFiles',
        { file_ids: [...ids] },
        // Nobody waits for a renewal.
        { signal, priority: cache.getQueryData(queryKey) === undefined ? first : 'prefetch' },
      ),
    gcTime: limits.linkLifeMs,
    refetchOnWindowFocus: true,
    ...renewal,
  });
}

/** A file that does not load with links younger than this does not load for another reason than their end. */
const youngMs = 60_000;

/** Whether new links may help where one of these did not work. */
export function newLinksMayHelp(answer: { receivedAt: number }, now: number): boolean {
  return Math.abs(now - answer.receivedAt) > youngMs;
}

/**
 * Details of a file with valid links: known ones, or new ones where these are about to expire or one of them failed (`anew`). Renewed with all IDs of their
 * request, since a request for each would use up the budget.
 * @returns undefined when the platform does not find it
 * @throws ApiError
 */
export async function freshFile(
  client: Client,
  call: readonly Id[],
  id: Id,
  anew: boolean,
): Promise<FileDetails | undefined> {
  const options = filesOptions(client, call);
  const known = queryClient.getQueryData(options.queryKey);
  const now = Date.now();
  const due = !known || now >= linksDieAt(known) - linkMarginMs || (anew && newLinksMayHelp(known, now));
  const answer = due ? await queryClient.fetchQuery({ ...options, staleTime: 0 }) : known;
  return answer.data.success.find(({ file_id }) => file_id === id);
}

/**
 * The beginning of a file as text, at most `limit` bytes; the language of the page decides on its encoding where the bytes do not, and is no part of the
 * key: another one is no reason to fetch the file again. The link is not part of the key, the time it came is: a reading that failed is tried again with
 * new links. Fails with `FileReadError`.
 */
export function fileTextOptions(
  client: Client,
  file: { id: Id; link: string; linkReceivedAt: number },
  language: string,
  limit = fileTextBytes,
  encoding?: Encoding,
) {
  return queryOptions({
    queryKey: keyOf(client, 'getFiles', 'text', file.id, String(file.linkReceivedAt), String(limit), encoding ?? ''),
    queryFn: ({ signal }) => readFileText(file.link, signal, language, limit, encoding),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: true,
    retry: false,
  });
}
