import { useLiveQuery as useDexieQuery, useObservable } from 'dexie-react-hooks';
import { asAsync, pacedQuery } from './follow.ts';

/**
 * What a query says now, read again whenever the rows that it read change; undefined until it is read first.
 * @param inputs what the query depends on: with others it is another query
 */
export function useLiveQuery<T>(query: () => PromiseLike<T>, inputs: readonly unknown[] = []): T | undefined {
  return useDexieQuery(asAsync(query), [...inputs]);
}

const REST_MS = 250;

const clock = {
  restMs: REST_MS,
  after(ms: number, work: () => void): () => void {
    const id = setTimeout(work, ms);
    return () => clearTimeout(id);
  },
};

/** The same for what reads much and need not be drawn anew for each of many changes: see `pacedQuery`. */
export function usePacedQuery<T>(query: () => PromiseLike<T>, inputs: readonly unknown[]): T | undefined {
  return useObservable<T>(() => {
    const paced = pacedQuery(query, clock);
    return {
      subscribe: (next: (value: T) => void, error?: (failure: unknown) => void) =>
        paced.subscribe({ next, error: (failure) => error?.(failure) }),
      hasValue: () => false,
    };
  }, [...inputs]);
}
