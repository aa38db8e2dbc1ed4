import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** Whole seconds since a moment (milliseconds since the epoch), counted on each second. */
export function useSecondsSince(startMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((nowMs - startMs) / TICK_MS));
}
