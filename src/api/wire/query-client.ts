/** The query cache, and how a read that failed is tried again: those of the cache and those of walks alike. */

import { notifyManager, QueryClient, type QueryKey, type QueryObserverResult } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../contract/errors';
import { createStore } from '../../state/store';
import type { Client } from './client';
import { steadyTimeout } from './clock';

/** Reads are retried as `mayRetryRead` decides; writes are never repeated. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: mayRetryRead,
        retryDelay,
        staleTime: 60_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        // A request that cannot leave fails and is reported, instead of waiting invisibly.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

// A response is published at the end of its task: a timer would wait for a frame.
notifyManager.setScheduler(queueMicrotask);

/** The query cache: owner of all API responses. One for loaders and pages. */
export const queryClient = createQueryClient();

const retriesOfARead = 2;
const firstDelayMs = 1000;
const longestDelayMs = 10_000;
/** Each delay is longer than the one before by this factor, and by chance up to this share shorter or longer: pages that failed together do not come back together. */
const growth = 3;
const spread = 0.2;
const tooManyRequests = 429;

/**
 * Whether a failed read may be retried automatically: no response, 429 and 5xx may pass; what the platform decided does not change.
 * A read, however long, that keeps failing is then left to the user.
 */
export function mayRetryRead(failures: number, error: unknown): boolean {
  if (failures >= retriesOfARead || !(error instanceof ApiError)) return false;
  return (
    error.kind === 'no-answer' || error.status === tooManyRequests || (error.status !== null && error.status >= 500)
  );
}

/** Epoch milliseconds at which a read is tried again, by what it failed of. */
const retryTimes = new WeakMap<object, number>();

/**
 * Milliseconds to wait before this read, and no other, is tried again; at least as long as its answer asked for. Its end is noted for `retryAt`.
 * @param failures before this one
 */
export function retryDelay(failures: number, error: unknown): number {
  const own = Math.min(longestDelayMs, firstDelayMs * growth ** failures) * (1 - spread + 2 * spread * Math.random());
  const delay = Math.max(error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0, Math.round(own));
  if (error instanceof Error) retryTimes.set(error, Date.now() + delay);
  return delay;
}

/** Epoch milliseconds at which the read is tried again that failed of this; in the past or 0: it is being tried now. */
export function retryAt(error: unknown): number {
  return (error instanceof Error ? retryTimes.get(error) : undefined) ?? 0;
}

/** What it failed of is being tried again. */
function noteTry(error: unknown): void {
  if (error instanceof Error) retryTimes.set(error, 0);
}

/** A read that has failed and is retried automatically. */
export interface FailingRead {
  /** What it failed of last. */
  error: unknown;
  /** Epoch milliseconds of the next try; in the past or 0: it is under way. */
  retryAt(): number;
  /** Why the user cannot retry sooner: the platform asked all requests to wait. */
  mustWait: boolean;
  tryNow(): void;
}

/** A failing read of this error. */
function failingReadOf(error: unknown, tryNow: () => void): FailingRead {
  const mustWait = error instanceof ApiError && error.status === tooManyRequests && (error.retryAfterMs ?? 0) > 0;
  return { error, mustWait, retryAt: () => retryAt(error), tryNow };
}

/** The first of these queries that has failed and is being tried again; null when none is. A press has all of those tried. */
export function failingRead(
  cache: QueryClient,
  reads: readonly { queryKey: QueryKey; result: Pick<QueryObserverResult, 'failureReason' | 'fetchStatus'> }[],
): FailingRead | null {
  const failing = reads.flatMap(({ queryKey, result: { failureReason, fetchStatus } }) =>
    fetchStatus !== 'idle' && failureReason !== null ? [{ queryKey, error: failureReason }] : [],
  );
  const [first] = failing;
  return first
    ? failingReadOf(first.error, () => {
        for (const { queryKey } of failing) tryNow(cache, queryKey);
      })
    : null;
}

/** Has a read tried at once that waits for its next try. What it failed of stays known until this try has ended. */
export function tryNow(cache: QueryClient, queryKey: QueryKey): void {
  const query = cache.getQueryCache().find({ queryKey, exact: true });
  if (!query) return;
  const { fetchStatus, fetchFailureCount, fetchFailureReason } = query.state;
  if (fetchStatus === 'idle' || retryAt(fetchFailureReason) <= Date.now()) return;
  noteTry(fetchFailureReason);
  notifyManager.batch(() => {
    // Cancelled silently, it turns into the next fetch, which begins without a failure: an idle query, or one that never failed, is not reported.
    void query.cancel({ silent: true });
    query.fetch().catch(() => {
      // Reported by the query's own state.
    });
    query.setState({ fetchFailureCount, fetchFailureReason });
  });
}

/** Reads outside of the query cache that have failed and are tried again: those of walks, dry runs and read ranges, with whose they are. */
const failing = createStore<readonly { of: string; read: FailingRead }[]>([]);

const nameOf = ({ environment, identity }: Client): string => `${environment.name}:${identity}`;

/**
 * Runs a read, with retries after growing waits. `useFailingWalk` reports it in between.
 * @param run sends one request
 * @throws the error of the last try; the first failure once the signal is aborted
 */
export async function readPatiently<Result>(
  client: Client,
  run: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const of = nameOf(client);
  let own: { of: string; read: FailingRead } | null = null;
  const tell = (read: FailingRead | null): void => {
    const others = failing.get().filter((each) => each !== own);
    own = read && { of, read };
    if (own || others.length < failing.get().length) failing.set(own ? [...others, own] : others);
  };
  try {
    for (let failures = 0; ; failures += 1) {
      try {
        return await run();
      } catch (error) {
        if (signal.aborted || !mayRetryRead(failures, error)) throw error;
        await pause(retryDelay(failures, error), signal, (goOn) => {
          tell(
            failingReadOf(error, () => {
              if (retryAt(error) <= Date.now()) return;
              noteTry(error);
              goOn();
            }),
          );
        });
        if (signal.aborted) throw error;
      }
    }
  } finally {
    tell(null);
  }
}

/** Resolves after some milliseconds, when the signal is aborted, or when it is skipped. */
function pause(milliseconds: number, signal: AbortSignal, begun: (goOn: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      callOff();
      signal.removeEventListener('abort', goOn);
      resolve();
    };
    const callOff = steadyTimeout(goOn, milliseconds);
    signal.addEventListener('abort', goOn);
    begun(goOn);
  });
}

/** A failed and retried read of a walk, check or range of this client; null when there is none. */
export function failingWalkOf(client: Client): FailingRead | null {
  const of = nameOf(client);
  return failing.get().find((each) => each.of === of)?.read ?? null;
}

/** `failingWalkOf`, followed. */
export function useFailingWalk(client: Client): FailingRead | null {
  return useSyncExternalStore(failing.subscribe, () => failingWalkOf(client));
}
