import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** Whole seconds since a moment (milliseconds since the epoch), counted on each second; up to another moment once that is known. */
export function useSecondsSince(startMs: number, endMs: number | null = null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (endMs !== null) return;
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [endMs]);
  return Math.max(0, Math.floor(((endMs ?? nowMs) - startMs) / TICK_MS));
}
