import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { editorSession } from '#editor/session-store.ts';
import { isTyping } from '../transport/key-owner.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { withChosen } from '../strip/chosen-scenes.ts';
import { moveScenes, stepScenes } from '../strip/scene-acts.ts';
import { followDrag } from './scene-drag.ts';

/** Lets scenes be dragged to another place: on the lane that it stands in. Alt and arrow keys move the selected scene. */
export function MoveLane({ scope }: { scope: TimelineScope }) {
  const mark = useRef<HTMLElement>(null);
  const drop = useRef<() => void>(() => {});
  const { blocks } = scope.view.layout;
  const order = blocks.map(({ sceneId }) => sceneId).join();
  const read = useEffectEvent(() => ({ scenes: scope.view.layout.blocks, idsOf: withChosen }));
  const finish = useEffectEvent(async (ids: ReadonlySet<string>, place: number, putBack: () => void) => {
    drop.current = putBack;
    if (!(await moveScenes(scope, ids, place))) putBack();
  });
  // What was dragged keeps its place by hand until the document has it there.
  useLayoutEffect(() => drop.current(), [order]);
  useEffect(() => {
    const lane = mark.current?.parentElement;
    const scroller = lane?.parentElement?.parentElement;
    if (!lane || !scroller) return;
    return followDrag({ lane, scroller, read: () => read(), onDrop: (...dropped) => void finish(...dropped) });
  }, []);
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (event.defaultPrevented || !altKey || ctrlKey || metaKey || shiftKey || isTyping(target)) return;
    const sceneId = editorSession.getState().selectedSceneId;
    if (target instanceof HTMLInputElement || (key !== 'ArrowLeft' && key !== 'ArrowRight') || sceneId === null) return;
    // Without this the browser leaves the page.
    event.preventDefault();
    void stepScenes(scope, withChosen(sceneId), key === 'ArrowRight' ? 1 : -1);
  });
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('keydown', (event) => onKey(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return <i ref={mark} hidden />;
}
