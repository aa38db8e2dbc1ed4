/** Pages whose code comes when somebody goes there. */
import { lazy } from 'react';
import { browserNetwork, untilLoaded } from '#ui/lazy-part.ts';

/** Like React's `lazy`, with patience while a page is left. Without a network it says at once that the page can't be loaded. */
export const lazyPage: typeof lazy = (load) =>
  lazy(() => untilLoaded(load, { ...browserNetwork, untilOnline: (error) => Promise.reject(error) }));
