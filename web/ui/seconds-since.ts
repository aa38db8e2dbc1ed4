import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;

/**
 * Whole seconds since a moment (milliseconds since the epoch), up to another moment once that is known. Counted at the
 * full seconds of the wall clock, so that all that count on one screen change together.
 */
export function useSecondsSince(startMs: number, endMs: number | null = null): number {
  const now = useSyncExternalStore(endMs === null ? onEachSecond : onNone, wallSecond);
  return Math.max(0, Math.floor(((endMs ?? now * TICK_MS) - startMs) / TICK_MS));
}

function wallSecond(): number {
  return Math.floor(Date.now() / TICK_MS);
}

function onEachSecond(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(tellAndWait, TICK_MS - (Date.now() % TICK_MS));
  };
  const tellAndWait = (): void => {
    tell();
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

function onNone(): () => void {
  return () => undefined;
}
