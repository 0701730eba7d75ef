import { queryOptions } from '@tanstack/react-query';
import type { Id } from '../contract/ids';
import { limits } from '../contract/limits';
import type { Client } from './client';
import { keyOf } from './query-key';
import { send } from './send';

/** Links are fetched anew this long before they die, so that what is on screen never breaks (4.6: one hour). */
export const linkMarginMs = 5 * 60_000;
const refetchAfterMs = limits.linkLifeMs - linkMarginMs;

/** Epoch milliseconds at which links that came at `receivedAt` stop working: counted from the answer, so never later than the truth. */
export function linksDieAt(answer: { receivedAt: number; milliseconds: number }): number {
  return answer.receivedAt - answer.milliseconds + limits.linkLifeMs;
}

/** Ids in calls of at most `limits.fileIdsPerCall`, order kept. */
export function fileCalls(ids: readonly Id[]): Id[][] {
  const calls: Id[][] = [];
  for (let start = 0; start < ids.length; start += limits.fileIdsPerCall) {
    calls.push(ids.slice(start, start + limits.fileIdsPerCall));
  }
  return calls;
}

/**
 * Details and links of at most `limits.fileIdsPerCall` files (4.6), fetched again before the links die: on time while the page is open, and at once when
 * a tab that slept is looked at again.
 */
export function filesOptions(client: Client, ids: readonly Id[]) {
  return queryOptions({
    queryKey: keyOf(client, 'getFiles', ids.join(',')),
    queryFn: ({ signal }) => send(client, 'getFiles', { file_ids: [...ids] }, { signal }),
    staleTime: refetchAfterMs,
    gcTime: limits.linkLifeMs,
    refetchInterval: refetchAfterMs,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    structuralSharing: false,
  });
}
