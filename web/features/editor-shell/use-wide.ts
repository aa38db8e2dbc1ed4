import { useSyncExternalStore } from 'react';

/** The width from which the rail stands beside the tabs; the style sheets of this folder say the same. */
const query = matchMedia('(min-width: 1024px)');

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
