/** Keeps the notice clear of what lies in its way, for as long as it is shown. */
import { toastPlace, toastSpan, type Box, type WindowSize } from './toast-place.ts';

/** Spread over what a notice must not hide: a dialog's foot, a bar of controls, a panel. */
export const keepClearMark = { 'data-keep-clear': '' };

/** The same for what it may hide where there is no other way. */
export const keepClearIfPossible = { 'data-keep-clear-soft': '' };

/** A screen's one lamp is its next step, wherever it stands, and so is a field that was refused. */
const NEXT_STEPS = ['[data-keep-clear]', '[aria-invalid=true]', '.rt-BaseButton.rt-variant-solid'].join(',');
const SOFT = '[data-keep-clear-soft]';
const DIALOGS = ['[role=dialog]', '[role=alertdialog]'].join(',');
const CARD = '[data-tone]';
/** A focused element higher than this part of the window is a page of text, and its lower end is no control. */
const TALL_SHARE = 0.25;

/** Moves `region` to its place, now and whenever the page changes. Answers how to stop. */
export function followToastPlace(region: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let frame = 0;
  const later = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => place(region));
  };
  place(region);
  for (const name of ['resize', 'focusin', 'focusout'] as const) addEventListener(name, later, { signal });
  addEventListener('scroll', later, { signal, capture: true, passive: true });
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !region.contains(target))) later();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  return () => {
    stop.abort();
    changes.disconnect();
    cancelAnimationFrame(frame);
  };
}

function place(region: HTMLElement): void {
  const window = { width: document.documentElement.clientWidth, height: innerHeight };
  const { obstacles, soft } = obstaclesFor(region, window);
  // Its height follows from its width.
  region.style.width = `${toastSpan(window, obstacles).width}px`;
  const height = region.querySelector(CARD)?.getBoundingClientRect().height ?? 0;
  const { left, bottom } = toastPlace(window, height, obstacles, soft);
  region.style.left = `${left}px`;
  region.style.bottom = `${bottom}px`;
}

/** What is visible of them. Behind a dialog nothing can be pressed. */
function obstaclesFor(region: HTMLElement, window: WindowSize): { obstacles: Box[]; soft: Box[] } {
  const scope = [...document.querySelectorAll(DIALOGS)].at(-1) ?? document.body;
  const { activeElement } = document;
  const focused = activeElement?.matches('button, a, input, textarea, select') ? [activeElement] : [];
  const boxesOf = (elements: readonly Element[]): Box[] =>
    elements
      .filter((element) => !region.contains(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < window.height)
      .filter(({ element, box }) => element !== activeElement || box.height <= window.height * TALL_SHARE)
      .map(({ box }) => box);
  return {
    obstacles: boxesOf([...scope.querySelectorAll(NEXT_STEPS), ...focused]),
    soft: boxesOf([...scope.querySelectorAll(SOFT)]),
  };
}
