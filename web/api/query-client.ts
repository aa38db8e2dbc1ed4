/** The page's React Query: nothing goes stale, nothing is tried again, nothing is fetched because a window came to the front. */
import { CancelledError, onlineManager, QueryClient } from '@tanstack/react-query';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A call is tried even when the browser believes to be offline: a server on this very machine answers all the same.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Whether work was called off rather than failed: an aborted call, or a query that a newer one has replaced. */
export function isCancellation(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof Error && error.name === 'AbortError');
}

export const queryClient = createQueryClient();

// It believes in a network until it hears otherwise: a page that began without one would never hear that it's back.
onlineManager.setOnline(globalThis.navigator?.onLine ?? true);
