import { useEffect, useState } from 'react';

/** Between two parts, what a person does gets its turn. */
const APART_MS = 40;

/** Whether a part of a long page is to be drawn: the first one at once, each other one a little after the one before it. */
export function useTurn(place: number): boolean {
  const [isMine, setIsMine] = useState(place === 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsMine(true), place * APART_MS);
    return () => clearTimeout(timer);
  }, [place]);
  return isMine;
}
