import { createMediaQuery } from '#ui/media-query.ts';

/** The width from which the rail is beside the tabs; the style sheets of this folder use the same one. */
export const useWide = createMediaQuery('(min-width: 1024px)');
