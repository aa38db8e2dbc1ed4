/**
 * A drag of scenes along their lane. While it lasts the elements are moved by hand, bypassing React: nothing of the document
 * changes until the drop.
 */
import { dropOf, type Drop, type LaidScene } from './drop-place.ts';
import { followLetGo } from './let-go.ts';

type DragDeps = {
  /** Holds an element for each scene that is in view, marked with `data-scene`. */
  lane: HTMLElement;
  scroller: HTMLElement;
  /** The scenes as they are laid out (percent of the lane), and which ones go along with a pressed one. */
  read(): { scenes: readonly LaidScene[]; idsOf: (sceneId: string) => ReadonlySet<string> };
  /** The scenes are dragged from now on. */
  onLift(ids: ReadonlySet<string>): void;
  onLetGo(): void;
  /** @param putBack lets the elements stand where the document has them */
  onDrop(ids: ReadonlySet<string>, place: number, putBack: () => void): void;
};

type Held = {
  pressed: string;
  ids: ReadonlySet<string>;
  scenes: readonly LaidScene[];
  /** Percent of the lane from the pressed scene's middle to the pointer. */
  grip: number;
  clientX: number;
  drop: Drop | null;
};

/** A press becomes a drag after so many pixels. */
const DRAG_PX = 6;
/** Near the window's ends the lane scrolls along, by so many pixels a frame at most. */
const SCROLL_ZONE_PX = 56;
const SCROLL_PX = 18;

/** Answers how to stop. */
export function followDrag({ lane, scroller, read, onLift, onLetGo, onDrop }: DragDeps): () => void {
  const end = new AbortController();
  let pressed: { sceneId: string; x: number; pointerId: number } | null = null;
  let held: Held | null = null;
  let frame = 0;

  const leftAt = (clientX: number): number => {
    const box = lane.getBoundingClientRect();
    return ((clientX - box.left) / box.width) * 100;
  };
  const lift = (sceneId: string, x: number): void => {
    const { scenes, idsOf } = read();
    const scene = scenes.find((one) => one.sceneId === sceneId);
    const ids = idsOf(sceneId);
    if (!scene || scenes.length === ids.size) return;
    const grip = leftAt(x) - (scene.left + scene.width / 2);
    held = { pressed: sceneId, ids, scenes, grip, clientX: x, drop: null };
    mark(scroller, 'moving');
    frame = requestAnimationFrame(() => {
      tick();
      // What comes into view only later is drawn after the first answer.
      if (held !== null) onLift(ids);
    });
  };
  const tick = (): void => {
    if (held === null) return;
    scrollAlong(scroller, held.clientX);
    place(lane, held, leftAt(held.clientX));
    frame = requestAnimationFrame(tick);
  };
  const letGo = (isDropped: boolean): void => {
    const done = held;
    [pressed, held] = [null, null];
    cancelAnimationFrame(frame);
    if (done === null) return;
    // Who is quick lets go before the first frame is drawn.
    if (isDropped) place(lane, done, leftAt(done.clientX));
    const putBack = (): void => {
      standStill(lane, scroller);
      onLetGo();
    };
    // The press that ends here is no click on the scene.
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    if (isDropped && done.drop) onDrop(done.ids, done.drop.place, putBack);
    else putBack();
  };
  const { signal } = end;
  lane.addEventListener(
    'pointerdown',
    ({ target, clientX, pointerId, pointerType, button, shiftKey, ctrlKey, metaKey }) => {
      if (button !== 0 || pointerType === 'touch' || shiftKey || ctrlKey || metaKey) return;
      const scene = target instanceof Element ? target.closest<HTMLElement>('[data-scene]') : null;
      const sceneId = scene?.dataset['scene'];
      pressed = sceneId === undefined ? null : { sceneId, x: clientX, pointerId };
    },
    { signal },
  );
  addEventListener(
    'pointermove',
    ({ clientX, pointerId }) => {
      if (pressed?.pointerId !== pointerId) return;
      if (held === null && Math.abs(clientX - pressed.x) >= DRAG_PX) lift(pressed.sceneId, pressed.x);
      if (held !== null) held.clientX = clientX;
    },
    { signal },
  );
  followLetGo({ isPressedBy: (id) => pressed?.pointerId === id, isHeld: () => held !== null, letGo }, signal);
  return () => {
    letGo(false);
    end.abort();
  };
}

/** Where a pointer holds something near the window's ends, the lane scrolls there. */
export function scrollAlong(scroller: HTMLElement, clientX: number): void {
  const { left, right } = scroller.getBoundingClientRect();
  const into = Math.min(0, clientX - (left + SCROLL_ZONE_PX)) + Math.max(0, clientX - (right - SCROLL_ZONE_PX));
  if (into !== 0) scroller.scrollLeft += Math.max(-SCROLL_PX, Math.min(SCROLL_PX, (into / SCROLL_ZONE_PX) * SCROLL_PX));
}

/** Moves the elements: the dragged ones with the pointer, the others out of the way. */
function place(lane: HTMLElement, held: Held, left: number): void {
  const { pressed, ids, scenes, grip } = held;
  const scene = scenes.find(({ sceneId }) => sceneId === pressed);
  if (!scene) return;
  const center = left - grip;
  held.drop = dropOf(scenes, ids, pressed, center);
  const inGap = held.drop.shifts.get(pressed) ?? 0;
  const offGap = center - (scene.left + scene.width / 2) - inGap;
  const width = lane.clientWidth;
  for (const element of lane.querySelectorAll<HTMLElement>('[data-scene]')) {
    const id = element.dataset['scene'] ?? '';
    const shift = (held.drop.shifts.get(id) ?? 0) + (ids.has(id) ? offGap : 0);
    element.style.translate = `${(shift * width) / 100}px`;
    if (ids.has(id)) mark(element, 'lifted');
  }
}

function mark(element: HTMLElement, name: 'moving' | 'lifted'): void {
  element.dataset[name] = 'true';
}

function standStill(lane: HTMLElement, scroller: HTMLElement): void {
  delete scroller.dataset['moving'];
  for (const element of lane.querySelectorAll<HTMLElement>('[data-scene]')) {
    element.style.translate = '';
    delete element.dataset['lifted'];
  }
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
