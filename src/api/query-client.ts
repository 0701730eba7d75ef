import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../contract/errors';

const retriesOfARead = 2;

/**
 * Whether a failed read may be tried again by itself: no answer, 429 and 5xx may pass; what the platform decided does not change.
 * A read of an hour's life that failed twice is a person's decision.
 */
export function mayRetryRead(failures: number, error: unknown): boolean {
  if (failures >= retriesOfARead || !(error instanceof ApiError)) return false;
  return error.kind === 'no-answer' || error.status === 429 || (error.status !== null && error.status >= 500);
}

/** Milliseconds to wait before the next try; at least as long as the answer asked for. @param failures before this one */
export function retryDelay(failures: number, error: unknown): number {
  return Math.max(error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0, 400 * 2 ** failures);
}

/** Reads are tried again as `mayRetryRead` says; writes are never repeated. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: mayRetryRead,
        retryDelay,
        staleTime: 60_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        // A request that cannot leave fails and says so, instead of waiting unseen.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

// An answer is told at the end of the task that it came in: a timer of its own would wait for a frame in between.
notifyManager.setScheduler(queueMicrotask);

/** The query cache: owner of everything the API said. One for loaders and pages. */
export const queryClient = createQueryClient();
