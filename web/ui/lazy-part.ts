/** Parts whose code comes after the screen that they are on. */
import { earlyLazy, type EarlyLazy, type FetchPart } from './early-lazy.ts';

/**
 * Like React's `lazy`, for a part that a screen can do without for a while. Where its code can't be fetched without a network,
 * its place stays empty until there is one. React's own would take down the whole screen with it.
 */
export const lazyPart = <Props extends object>(load: FetchPart<Props>): EarlyLazy<Props> =>
  earlyLazy(() => untilLoaded(load, browserNetwork));

type Network = {
  isOnline(): boolean;
  /** Resolves once it is back. @param error what a try without it has thrown */
  untilOnline(error: unknown): Promise<unknown>;
  pause(ms: number): Promise<unknown>;
};

/** Between tries with a network: leaving a page ends what it loads, and until the next one is there it must not look broken. */
const PAUSES_MS = [1_000, 3_000];

export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  untilOnline: () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true })),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Loads, again after each time without a network, and twice more with one. @throws what the last try threw */
export async function untilLoaded<Loaded>(load: () => Promise<Loaded>, network: Network): Promise<Loaded> {
  for (const pauses = [...PAUSES_MS]; ;) {
    try {
      return await load();
    } catch (error) {
      const ms = network.isOnline() ? pauses.shift() : null;
      if (ms === undefined) throw error;
      await (ms === null ? network.untilOnline(error) : network.pause(ms));
    }
  }
}
