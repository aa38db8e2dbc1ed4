import { useEffect, useState } from 'react';

/**
 * Whether the page has come to rest: loaded with its pictures, and nothing left to do. For what may come after everything
 * that is looked at first.
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
      else setTimeout(tell);
    };
    if (document.readyState === 'complete') whenIdle();
    else addEventListener('load', whenIdle, { once: true, signal: controller.signal });
    return () => controller.abort();
  }, [isCounting]);
  return hasSettled;
}
