import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { chooseNone, chooseTogether, chosenScenes } from '../strip/chosen-scenes.ts';
import { chooseScene } from '../timeline-acts.ts';
import type { ScopeNow } from '../timeline-scope.ts';
import { scenesInBox, type Box } from './box-hits.ts';
import styles from './box-lane.module.css';
import { followLetGo } from './let-go.ts';
import { scrollAlong } from './scene-drag.ts';

/** A press becomes a box after so many pixels; until then it lets go of what was chosen. */
const DRAG_PX = 4;

/** Chooses the scenes that a box touches, which a mouse draws from an empty place of the lanes; with Shift or Ctrl, these too. */
export function BoxLane({ now }: { now: ScopeNow }) {
  const mark = useRef<HTMLElement>(null);
  const [box, setBox] = useState<Box | null>(null);
  const choose = useEffectEvent((drawn: Box, heightPx: number, before: ReadonlySet<string>): void => {
    const ids = new Set([...before, ...scenesInBox(now().view.layout.blocks, drawn, heightPx)]);
    const chosen = chosenScenes.getState().ids;
    if (ids.size !== chosen.size || [...ids].some((id) => !chosen.has(id))) chooseTogether(ids);
  });
  useEffect(() => {
    const lane = mark.current?.parentElement;
    if (!lane) return;
    return followBox({ lane, onBox: setBox, onChoose: (...drawn) => choose(...drawn) });
  }, []);
  return (
    <>
      <i ref={mark} hidden />
      {box === null ? null : (
        <div
          className={styles['box']}
          style={{
            left: `${Math.min(box.fromLeft, box.toLeft)}%`,
            width: `${Math.abs(box.toLeft - box.fromLeft)}%`,
            top: Math.min(box.fromTop, box.toTop),
            height: Math.abs(box.toTop - box.fromTop),
          }}
        />
      )}
    </>
  );
}

type BoxDeps = {
  /** The lane of the scenes. */
  lane: HTMLElement;
  onBox: (box: Box | null) => void;
  /** @param before what else stays chosen */
  onChoose: (box: Box, heightPx: number, before: ReadonlySet<string>) => void;
};

type Held = {
  pointerId: number;
  from: { left: number; top: number };
  x: number;
  y: number;
  /** What was chosen before, and what of that stays. */
  before: ReadonlySet<string>;
  kept: ReadonlySet<string>;
  isDrawn: boolean;
};

/** Answers how to stop. */
function followBox({ lane, onBox, onChoose }: BoxDeps): () => void {
  const end = new AbortController();
  const { signal } = end;
  const lanes = lane.closest<HTMLElement>('[data-lanes]');
  const scroller = lanes?.parentElement;
  if (!lanes || !scroller) return () => undefined;
  let held: Held | null = null;
  let frame = 0;

  const placeOf = (x: number, y: number): { left: number; top: number } => {
    const area = lane.getBoundingClientRect();
    return { left: ((x - area.left) / area.width) * 100, top: y - area.top };
  };
  const choose = ({ from, x, y, kept }: Held): Box => {
    const to = placeOf(x, y);
    const all = lanes.getBoundingClientRect();
    const least = all.top - lane.getBoundingClientRect().top;
    const within = (top: number): number => Math.min(Math.max(top, least), least + all.height);
    const box = { fromLeft: from.left, toLeft: to.left, fromTop: from.top, toTop: within(to.top) };
    onChoose(box, lane.clientHeight, kept);
    return box;
  };
  const draw = (): void => {
    if (held === null) return;
    scrollAlong(scroller, held.x);
    onBox(choose(held));
    frame = requestAnimationFrame(draw);
  };
  const letGo = (isKept: boolean): void => {
    const done = held;
    held = null;
    cancelAnimationFrame(frame);
    if (done === null) return;
    onBox(null);
    if (!isKept) chooseTogether(done.before);
    else if (!done.isDrawn) chooseNone();
    else {
      // Who is quick lets go before the first frame is drawn.
      choose(done);
      settleChoice();
    }
  };
  lanes.addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y, pointerId, pointerType, button, shiftKey, ctrlKey, metaKey }) => {
      const isEmpty = target === lanes || (target instanceof Element && target.matches('[data-empty-lane]'));
      if (!isEmpty || button !== 0 || pointerType === 'touch') return;
      const { ids: before } = chosenScenes.getState();
      const kept = shiftKey || ctrlKey || metaKey ? before : new Set<string>();
      held = { pointerId, from: placeOf(x, y), x, y, before, kept, isDrawn: false };
    },
    { signal },
  );
  // Else the words that the box goes over are marked, and the next box would drag them away.
  lanes.addEventListener('mousedown', (event) => held && event.preventDefault(), { signal });
  addEventListener(
    'pointermove',
    ({ clientX, clientY, pointerId }) => {
      if (held?.pointerId !== pointerId) return;
      const isFar = Math.hypot(clientX - held.x, clientY - held.y) >= DRAG_PX;
      if (!held.isDrawn && !isFar) return;
      Object.assign(held, { x: clientX, y: clientY });
      if (held.isDrawn) return;
      held.isDrawn = true;
      frame = requestAnimationFrame(draw);
    },
    { signal },
  );
  followLetGo({ isPressedBy: (id) => held?.pointerId === id, isHeld: () => held !== null, letGo }, signal);
  return () => {
    letGo(false);
    end.abort();
  };
}

/** One scene alone is just the selected one; of several the first is. */
function settleChoice(): void {
  const { ids } = chosenScenes.getState();
  const [first] = ids;
  if (first !== undefined) chooseScene(first);
  if (ids.size === 1) chooseNone();
}
