import { createMediaQuery } from '#ui/media-query.ts';

/** Where the strip scrolls under a playhead that stands still, for the thumb. The style sheets name the same width. */
export const useNarrow = createMediaQuery('(max-width: 767px)');

/** Where the inspector stands below the lanes, and has what the tools have no room for. */
export const useStacked = createMediaQuery('(max-width: 1023px)');
