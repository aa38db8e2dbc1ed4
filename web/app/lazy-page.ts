/** Pages whose code comes when somebody goes there. */
import { earlyLazy, type EarlyLazy, type FetchPart } from '#ui/early-lazy.ts';
import { browserNetwork, untilLoaded } from '#ui/lazy-part.ts';

/** Like React's `lazy`, with patience while a page is left. Without a network it says at once that the page can't be loaded. */
export const lazyPage = <Props extends object>(load: FetchPart<Props>): EarlyLazy<Props> =>
  earlyLazy(() => untilLoaded(load, { ...browserNetwork, untilOnline: (error) => Promise.reject(error) }));
