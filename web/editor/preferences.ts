/** How the person who works here likes to work, as this page knows it. */
import { createStore } from 'zustand/vanilla';
import { db } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import { changePreferences, readPreferences, type Preferences } from '#data/tables/preferences.ts';

/** Whose they are, and what they chose; null until both are known. */
type Known = { userId: string; chosen: Preferences };

export const preferences = createStore<{ known: Known | null }>(() => ({ known: null }));

/** Follows what a person chooses, here and in other tabs. @returns how to stop */
export function followPreferences(userId: string): () => void {
  if (preferences.getState().known?.userId !== userId) preferences.setState({ known: null });
  return follow(
    () => readPreferences(db, userId),
    (chosen) => preferences.setState({ known: { userId, chosen } }),
    (error) => console.warn('What this person prefers can’t be read.', error),
  );
}

/** Shown at once, and kept. @throws the database’s error */
export async function prefer(patch: Partial<Preferences>): Promise<void> {
  const { known } = preferences.getState();
  if (known === null) return;
  preferences.setState({ known: { ...known, chosen: { ...known.chosen, ...patch } } });
  await changePreferences(db, known.userId, patch);
}
