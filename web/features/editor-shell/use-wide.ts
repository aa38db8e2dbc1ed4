import { createMediaQuery } from '#ui/media-query.ts';

/** The width from which the rail stands beside the tabs; the style sheets of this folder say the same. */
export const useWide = createMediaQuery('(min-width: 1024px)');
