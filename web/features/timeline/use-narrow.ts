import { useSyncExternalStore } from 'react';

/** Where the strip scrolls under a playhead that stands still, for the thumb. The style sheets name the same width. */
const query = matchMedia('(max-width: 767px)');

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
