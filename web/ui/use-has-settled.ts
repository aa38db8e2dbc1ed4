import { useEffect, useState } from 'react';

/** After the page's files are there, what it shows is still being asked for and drawn. */
const REST_MS = 1_000;

/**
 * Resolves when the page has come to rest: loaded with its pictures, drawn, and nothing left to do. For what may come
 * after everything that is looked at first.
 */
export async function untilSettled(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  // Safari has no idle callbacks. A page that never rests, as while a movie plays, is waited for no longer than this.
  if ('requestIdleCallback' in window) {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: REST_MS }));
  }
}

/**
 * Whether the page has come to rest, for what is drawn only then.
 * @param isCounting rest is waited for from when this is true
 */
export function useHasSettled(isCounting = true): boolean {
  const [hasSettled, setHasSettled] = useState(false);
  useEffect(() => {
    if (!isCounting) return;
    let isLeft = false;
    const tell = async (): Promise<void> => {
      await untilSettled();
      if (!isLeft) setHasSettled(true);
    };
    void tell();
    return () => {
      isLeft = true;
    };
  }, [isCounting]);
  return hasSettled;
}
