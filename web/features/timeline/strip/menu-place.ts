/** How menus of what lies on the timeline are opened, and where. */

type At = { clientX: number; clientY: number };

/** The menu key has no place of its own: then it is at the element. */
export function menuPlace(element: Element, { clientX, clientY }: At): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const isKey = clientX === 0 && clientY === 0;
  return { x: isKey ? box.left + 16 : clientX, y: isKey ? box.top + 20 : clientY };
}

const LONG_PRESS_MS = 500;
/** A finger that moves farther scrolls, or drags. */
const STILL_PX = 10;

/**
 * A finger that rests on an element opens its menu. Browsers on iOS send no `contextmenu` for it; where others do, that
 * one opens the menu, and the finger does nothing more.
 * @param open answers whether it has opened something
 */
export function onLongPress(
  within: HTMLElement | Document,
  selector: string,
  open: (target: EventTarget | null, at: At) => boolean,
  signal: AbortSignal,
): void {
  let press: { pointerId: number; clientX: number; clientY: number; timer: number } | null = null;
  const end = (): void => {
    if (press) clearTimeout(press.timer);
    press = null;
  };
  // The finger that comes up then is no tap on what it opened, nor on what lies below, which would take the focus and close it.
  const swallowNextClick = (): void => {
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const done = new AbortController();
    for (const name of ['mousedown', 'click'])
      addEventListener(name, swallow, { capture: true, once: true, signal: done.signal });
    addEventListener('pointerdown', () => done.abort(), { capture: true, once: true });
  };
  const begin = ({ pointerId, pointerType, isPrimary, clientX, clientY, target }: PointerEvent): void => {
    end();
    if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element) || !target.closest(selector)) return;
    const timer = window.setTimeout(() => {
      press = null;
      if (open(target, { clientX, clientY })) swallowNextClick();
    }, LONG_PRESS_MS);
    press = { pointerId, clientX, clientY, timer };
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (press?.pointerId !== pointerId) return;
    if (Math.hypot(clientX - press.clientX, clientY - press.clientY) > STILL_PX) end();
  };
  const listen = (name: 'pointerdown' | 'pointermove', hear: (event: PointerEvent) => void): void =>
    within.addEventListener(name, (event) => (event instanceof PointerEvent ? hear(event) : undefined), { signal });
  listen('pointerdown', begin);
  listen('pointermove', move);
  for (const name of ['pointerup', 'pointercancel', 'contextmenu', 'scroll'])
    addEventListener(name, end, { signal, capture: true });
  signal.addEventListener('abort', end);
}
