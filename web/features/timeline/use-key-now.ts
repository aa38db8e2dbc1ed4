import { useStore } from 'zustand';
import { preferences } from '#editor/preferences.ts';

/** The key that a command has now; empty where the person left it without one. @param own the one that it has by itself */
export function useKeyNow(own: string): string {
  return useStore(preferences, ({ known }) => {
    const chosen = known?.chosen.keys[own];
    return chosen === undefined ? own : (chosen[0] ?? '');
  });
}
