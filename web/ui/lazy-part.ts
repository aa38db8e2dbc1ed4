/** Parts whose code comes after the screen that they are on. */
import { lazy } from 'react';

/**
 * Like React's `lazy`, for a part that a screen can do without for a while. Where its code can't be fetched without a network,
 * its place stays empty until there is one. React's own would take down the whole screen with it.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => untilLoaded(load, browserNetwork));

type Network = {
  isOnline(): boolean;
  /** Resolves once it is back. */
  untilOnline(): Promise<unknown>;
  /** A moment, in which a page that is being left is gone: leaving ends what it loads. */
  pause(): Promise<unknown>;
};

const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  untilOnline: () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true })),
  pause: () => new Promise((resolve) => setTimeout(resolve, 1_000)),
};

/** Loads, again after each time without a network, and once more with one. @throws what the last try threw */
export async function untilLoaded<Loaded>(load: () => Promise<Loaded>, network: Network): Promise<Loaded> {
  for (let isLast = false; ;) {
    try {
      return await load();
    } catch (error) {
      if (isLast) throw error;
      isLast = network.isOnline();
      await (isLast ? network.pause() : network.untilOnline());
    }
  }
}
