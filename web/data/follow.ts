/** Follows what the local database says, for what is no component (those use `live.ts`). */
import { liveQuery } from 'dexie';

/**
 * Calls `next` with the query's result now, and again whenever the rows that it read change, until the signal is aborted.
 * @param onCrash the query has failed; it is not asked again
 * @returns how to stop earlier
 */
export function follow<T>(
  query: () => Promise<T>,
  next: (value: T) => void,
  onCrash: (error: unknown) => void,
  signal?: AbortSignal,
): () => void {
  if (signal?.aborted === true) return () => undefined;
  const subscription = liveQuery(asAsync(query)).subscribe({ next, error: onCrash });
  const stop = (): void => {
    subscription.unsubscribe();
    signal?.removeEventListener('abort', stop);
  };
  signal?.addEventListener('abort', stop, { once: true });
  return stop;
}

/**
 * Dexie follows what is read after an `await` only of functions that are declared `async`. Of an arrow that calls one it
 * may see the first rows alone, and what changes in the others is never told.
 */
export function asAsync<T>(query: () => PromiseLike<T>): () => Promise<T> {
  return async () => await query();
}
