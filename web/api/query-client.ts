/** The page's React Query: nothing goes stale, nothing is tried again, nothing is fetched because a window came to the front. */
import { CancelledError, QueryClient, type QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from './client.ts';

/** A GET to the path that a key spells. @throws what `request` throws */
export function getByKey<T>(key: QueryKey, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
  return request({ path: key.join('/'), ...(signal && { signal }) }, schema);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => getByKey(queryKey, z.unknown(), signal),
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
