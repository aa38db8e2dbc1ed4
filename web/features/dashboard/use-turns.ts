import { useEffect, useState } from 'react';

/** Between two parts, what a person does gets its turn. */
const APART_MS = 40;

/** How many of a long list are drawn: some at once, and the others as many at a time. @param total as many there are */
export function useTurns(total: number, atOnce: number): number {
  const [drawn, setDrawn] = useState(atOnce);
  const isWhole = drawn >= total;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => setDrawn(drawn + atOnce), APART_MS);
    return () => clearTimeout(timer);
  }, [drawn, atOnce, isWhole]);
  return drawn;
}
