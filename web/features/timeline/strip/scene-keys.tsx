import { useEffect, useEffectEvent } from 'react';
import { editorSession } from '#editor/session-store.ts';
import { isTyping } from '../transport/key-owner.ts';
import type { ScopeNow, TimelineScope } from '../timeline-scope.ts';
import { chooseNone, chooseTogether, chosenScenes, withChosen } from './chosen-scenes.ts';
import { deleteChosen, duplicateChosen, splitAtPlayhead, stepScenes } from './scene-acts.ts';

/** Keys for whole scenes: the selected one, or those that are chosen with it. While a text is edited they are the text’s. */
export function SceneKeys({ now }: { now: ScopeNow }) {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const scope = now();
    if (event.defaultPrevented || isTyping(event.target) || scope.mode.kind === 'text') return;
    if (actByKey(scope, event)) event.preventDefault();
  });
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('keydown', (event) => onKey(event), { signal: stop.signal });
    return () => {
      stop.abort();
      chooseNone();
    };
  }, []);
  return null;
}

/** Answers whether the key was one. */
function actByKey(scope: TimelineScope, event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  const sceneId = editorSession.getState().selectedSceneId;
  const ids = sceneId === null ? null : withChosen(sceneId);
  if (shiftKey) return false;
  if (altKey) return !ctrlKey && !metaKey && ids !== null && stepByKey(scope, ids, event);
  const key = event.key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (key === 'd' && ids) void duplicateChosen(ids);
    else if (key === 'a') chooseTogether(scope.view.layout.blocks.map((block) => block.sceneId));
    else return false;
    return true;
  }
  if (key === 's') void splitAtPlayhead(scope);
  else if ((key === 'delete' || key === 'backspace') && ids) void deleteChosen(ids);
  else if (key === 'escape' && chosenScenes.getState().ids.size > 0) chooseNone();
  else return false;
  return true;
}

/** Without `preventDefault` the browser would leave the page. Sliders keep their arrow keys. */
function stepByKey(scope: TimelineScope, ids: ReadonlySet<string>, { key, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
  void stepScenes(scope, ids, key === 'ArrowRight' ? 1 : -1);
  return true;
}
