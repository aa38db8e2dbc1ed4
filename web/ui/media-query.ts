/** What the style sheets ask of the screen, for components that are built otherwise by its answer. */
import { create } from 'zustand';

/** A hook that tells whether a media query holds, now and whenever that changes. Call it once a query, outside of components. */
export function createMediaQuery(query: string): () => boolean {
  const list = matchMedia(query);
  const useMatch = create<{ matches: boolean }>(() => ({ matches: list.matches }));
  list.addEventListener('change', ({ matches }) => useMatch.setState({ matches }));
  return () => useMatch(({ matches }) => matches);
}

/** Whether the person has asked their system for less motion. */
export const useReducedMotion = createMediaQuery('(prefers-reduced-motion: reduce)');
