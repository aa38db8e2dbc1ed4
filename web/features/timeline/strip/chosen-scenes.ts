/** The scenes that are chosen together on the strip. One alone is just the selected scene, and isn't listed here. */
import { createStore } from 'zustand/vanilla';

export const chosenScenes = createStore<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

export function chooseTogether(ids: Iterable<string>): void {
  chosenScenes.setState({ ids: new Set(ids) });
}

export function chooseNone(): void {
  if (chosenScenes.getState().ids.size > 0) chosenScenes.setState({ ids: new Set() });
}

/**
 * A click with Shift chooses all from the current scene to this one, with Ctrl or Command this one too, or no more. Any
 * other click is left to the caller, and ends the choice.
 */
export function chooseMore(
  sceneId: string,
  { shiftKey, ctrlKey, metaKey }: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
  { order, currentId }: { order: readonly string[]; currentId: string | null },
): boolean {
  const { ids } = chosenScenes.getState();
  if (shiftKey) {
    const [from, to] = [Math.max(0, order.indexOf(currentId ?? sceneId)), order.indexOf(sceneId)];
    chooseTogether(order.slice(Math.min(from, to), Math.max(from, to) + 1));
    return true;
  }
  if (ctrlKey || metaKey) {
    const before = ids.size > 0 ? ids : new Set(currentId === null ? [] : [currentId]);
    chooseTogether(before.has(sceneId) ? [...before].filter((id) => id !== sceneId) : [...before, sceneId]);
    return true;
  }
  chooseNone();
  return false;
}

/** What an edit of a scene is about: all that are chosen if it is one of them, else it alone. */
export function withChosen(sceneId: string): ReadonlySet<string> {
  const { ids } = chosenScenes.getState();
  return ids.has(sceneId) ? ids : new Set([sceneId]);
}
