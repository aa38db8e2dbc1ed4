/** The scenes that are chosen together on the strip. One alone is just the selected scene, and isn't listed here. */
import { createStore } from 'zustand/vanilla';

export const chosenScenes = createStore<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

export function chooseTogether(ids: Iterable<string>): void {
  chosenScenes.setState({ ids: new Set(ids) });
}

export function chooseNone(): void {
  if (chosenScenes.getState().ids.size > 0) chosenScenes.setState({ ids: new Set() });
}

/** What an edit of a scene is about: all that are chosen if it is one of them, else it alone. */
export function withChosen(sceneId: string): ReadonlySet<string> {
  const { ids } = chosenScenes.getState();
  return ids.has(sceneId) ? ids : new Set([sceneId]);
}
