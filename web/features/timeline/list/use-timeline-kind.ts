import { useEffect } from 'react';
import { useStore } from 'zustand';
import { followPreferences, preferences } from '#editor/preferences.ts';
import type { Preferences } from '#data/tables/preferences.ts';

/** How the person who owns the movie has its timeline; null until that is known. */
export function useTimelineKind(userId: string): Preferences['timelineView'] | null {
  useEffect(() => followPreferences(userId), [userId]);
  return useStore(preferences, ({ known }) => (known?.userId === userId ? known.chosen.timelineView : null));
}
