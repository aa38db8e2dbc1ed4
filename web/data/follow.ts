/** Follows what the local database says, for what is no component (those use `live.ts`). */
import { liveQuery, type Observable, type Subscription } from 'dexie';

/**
 * Calls `next` with the query's result now, and again whenever the rows that it read change, until the signal is aborted.
 * @param onCrash the query has failed; it is not asked again
 * @param pace for what reads much and may be told a moment later
 * @returns how to stop earlier
 */
export function follow<T>(
  query: () => Promise<T>,
  next: (value: T) => void,
  onCrash: (error: unknown) => void,
  signal?: AbortSignal,
  pace?: Pace,
): () => void {
  if (signal?.aborted === true) return () => undefined;
  const observable = pace ? pacedQuery(query, pace) : liveQuery(asAsync(query));
  const subscription = observable.subscribe({ next, error: onCrash });
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

export type Pace = {
  /** Of two values that come closer than this, the second is the last for so long. */
  restMs: number;
  /** Runs the work once after a delay, never at once. Returns how to cancel it. */
  after(ms: number, work: () => void): () => void;
};

type Observer<T> = { next: (value: T) => void; error: (error: unknown) => void };

/**
 * A live query that rests where rows change quickly one after the other, as hundreds do that are sent after a long time
 * offline: to read all that wait after each of them takes longer than to send it. The first value and a single change are
 * told at once; after a rest comes what is there by then.
 */
export function pacedQuery<T>(
  query: () => PromiseLike<T>,
  { restMs, after }: Pace,
): { subscribe: (observer: Observer<T>) => { unsubscribe: () => void } } {
  const live: Observable<T> = liveQuery(asAsync(query));
  return {
    subscribe(observer) {
      let inner: Subscription | null = null;
      let isRested = true;
      let stopTimer = (): void => undefined;
      const open = (): void => {
        inner = live.subscribe({ next: see, error: observer.error });
      };
      const see = (value: T): void => {
        stopTimer();
        if (isRested) stopTimer = after(restMs, () => (isRested = true));
        else {
          inner?.unsubscribe();
          stopTimer = after(restMs, () => {
            isRested = true;
            open();
          });
        }
        isRested = false;
        observer.next(value);
      };
      open();
      return {
        unsubscribe() {
          stopTimer();
          inner?.unsubscribe();
        },
      };
    },
  };
}
