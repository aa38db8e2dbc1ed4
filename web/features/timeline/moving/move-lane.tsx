import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { TimelineLayout } from '../strip/timeline-layout.ts';
import type { ScopeNow } from '../timeline-scope.ts';
import { withChosen } from '../strip/chosen-scenes.ts';
import { holdScenes, letScenesGo } from '../strip/lane-window.ts';
import { moveScenes } from '../strip/scene-acts.ts';
import { followDrag } from './scene-drag.ts';

/** Lets scenes be dragged to another place: on the lane that it stands in. */
export function MoveLane({ layout, now }: { layout: TimelineLayout; now: ScopeNow }) {
  const mark = useRef<HTMLElement>(null);
  const drop = useRef<() => void>(() => {});
  const { blocks } = layout;
  const order = blocks.map(({ sceneId }) => sceneId).join();
  const read = useEffectEvent(() => ({ scenes: blocks, idsOf: withChosen }));
  const lift = useEffectEvent((ids: ReadonlySet<string>) => {
    const lifted = blocks.filter(({ sceneId }) => ids.has(sceneId));
    holdScenes(
      ids,
      lifted.reduce((sum, { width }) => sum + width, 0),
    );
  });
  const finish = useEffectEvent(async (ids: ReadonlySet<string>, place: number, putBack: () => void) => {
    drop.current = putBack;
    if (!(await moveScenes(now(), ids, place))) putBack();
  });
  // What was dragged keeps its place by hand until the document has it there.
  useLayoutEffect(() => drop.current(), [order]);
  useEffect(() => {
    const lane = mark.current?.parentElement;
    const scroller = lane?.parentElement?.parentElement;
    if (!lane || !scroller) return;
    return followDrag({
      lane,
      scroller,
      read: () => read(),
      onLift: (ids) => lift(ids),
      onLetGo: letScenesGo,
      onDrop: (...dropped) => void finish(...dropped),
    });
  }, []);
  return <i ref={mark} hidden />;
}
