import { createMediaQuery } from '#ui/media-query.ts';

/** Where the strip scrolls under a playhead that stands still, for the thumb. The style sheets name the same width. */
export const useNarrow = createMediaQuery('(max-width: 767px)');
