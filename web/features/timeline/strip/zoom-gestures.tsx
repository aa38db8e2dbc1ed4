import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../transport/key-owner.ts';
import { dragMark } from './drag-mark.ts';
import { WHOLE_MOVIE } from './lane-pixels.ts';
import { laneWindow, zoomBy, zoomTo } from './lane-window.ts';
import { ZOOM_STEP } from './zoom-step.ts';

/** How far a wheel turns for twice the width, in pixels. A pinch on a touchpad comes as a wheel with Ctrl, in smaller steps. */
const WHEEL_PX_PER_DOUBLE = 240;
/** What a line and a page of a wheel that doesn't count pixels come to. */
const PX_PER_UNIT = [1, 24, 240];

/** Zooms by Ctrl and the wheel around the pointer, by two fingers, and by keys around the playhead. */
export function ZoomGestures({ scroller }: { scroller: HTMLElement }) {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { altKey, ctrlKey, metaKey, target } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || isTyping(target) || isDragging()) return;
    if (zoomByKey(event)) event.preventDefault();
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('keydown', (event) => onKey(event), { signal });
    scroller.addEventListener('wheel', zoomByWheel, { passive: false, signal });
    followPinch(scroller, signal);
    return () => stop.abort();
  }, [scroller]);
  return null;
}

/** What is held is measured by the lane as it was when the drag began. */
function isDragging(): boolean {
  return dragMark.getState().mark !== null || laneWindow.getState().held !== null;
}

/** Answers whether the key was one. */
function zoomByKey({ key, shiftKey }: KeyboardEvent): boolean {
  // On many keyboards + is = with Shift.
  if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
  else if (key === '-' || key === '_') zoomBy(1 / ZOOM_STEP);
  else if (key.toLowerCase() === 'z' && shiftKey) zoomTo(WHOLE_MOVIE);
  else return false;
  return true;
}

function zoomByWheel(event: WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  // Else the browser zooms the page.
  event.preventDefault();
  if (isDragging() || event.buttons !== 0) return;
  const turned = event.deltaY * (PX_PER_UNIT[event.deltaMode] ?? 1);
  zoomBy(2 ** (-turned / WHEEL_PX_PER_DOUBLE), event.clientX);
}

/** Two fingers: what is between them stays there. */
function followPinch(scroller: HTMLElement, signal: AbortSignal): void {
  let apart: number | null = null;
  const onTouch = (event: TouchEvent): void => {
    const [one, other] = event.touches;
    if (!one || !other) {
      apart = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    const now = Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
    if (apart !== null && now !== apart && !isDragging()) zoomBy(now / apart, (one.clientX + other.clientX) / 2);
    apart = now;
  };
  for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    scroller.addEventListener(name, onTouch, { passive: false, signal });
}
