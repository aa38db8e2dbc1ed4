import { useEffect, useState } from 'react';

/** After the page's files are there, what it shows is still being asked for and drawn. */
const REST_MS = 1_000;

/**
 * Whether the page has come to rest: loaded with its pictures, drawn, and nothing left to do. For what may come after
 * everything that is looked at first.
 * @param isCounting rest is waited for from when this is true
 */
export function useHasSettled(isCounting = true): boolean {
  const [hasSettled, setHasSettled] = useState(false);
  useEffect(() => {
    if (!isCounting) return;
    const controller = new AbortController();
    const tell = (): void => {
      if (!controller.signal.aborted) setHasSettled(true);
    };
    const whenIdle = (): void => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) requestIdleCallback(tell);
      else tell();
    };
    const rest = (): void => void setTimeout(whenIdle, REST_MS);
    if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true, signal: controller.signal });
    return () => controller.abort();
  }, [isCounting]);
  return hasSettled;
}
