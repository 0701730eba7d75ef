import { notifyManager, QueryClient } from '@tanstack/react-query';
import { mayRetryRead, retryDelay } from './retry';

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
