import { useLiveQuery as useDexieQuery } from 'dexie-react-hooks';
import { asAsync } from './follow.ts';

/**
 * What a query says now, read again whenever the rows that it read change; undefined until it is read first.
 * @param inputs what the query depends on: with others it is another query
 */
export function useLiveQuery<T>(query: () => PromiseLike<T>, inputs: readonly unknown[] = []): T | undefined {
  return useDexieQuery(asAsync(query), [...inputs]);
}
