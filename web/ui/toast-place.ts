/** Where the notice stands: at the bottom, in the middle, and clear of what the person needs next. Pure. */

export type Box = { left: number; top: number; right: number; bottom: number };
export type WindowSize = { width: number; height: number };

/** All in pixels; `bottom` is counted from the window's lower edge. */
export type ToastPlace = { left: number; width: number; bottom: number };

const WIDEST = 420;
/** From the window's edges, and from what lies in the way. */
const MARGIN = 16;
const GAP = 12;
/** What is as high as this part of the window is a panel at a side: the notice stands beside it, not above. */
const PANEL_SHARE = 0.6;

/** The width that the notice gets between the panels, and where it begins. */
export function toastSpan(window: WindowSize, obstacles: readonly Box[]): Pick<ToastPlace, 'left' | 'width'> {
  const panels = obstacles.filter((box) => isPanel(box, window));
  const middle = window.width / 2;
  const from = Math.max(0, ...panels.filter(({ left }) => left < middle).map(({ right }) => right));
  const until = Math.min(window.width, ...panels.filter(({ left }) => left >= middle).map(({ left }) => left));
  const width = Math.min(WIDEST, until - from - 2 * MARGIN);
  return { width, left: from + (until - from - width) / 2 };
}

/**
 * The lowest place in which the notice hides none of the obstacles. Where there is none it stands at the bottom.
 * @param soft what is hidden only where there is no other way
 */
export function toastPlace(
  window: WindowSize,
  height: number,
  obstacles: readonly Box[],
  soft: readonly Box[] = [],
): ToastPlace {
  const { left, width } = toastSpan(window, obstacles);
  const lowest = window.height - MARGIN - height;
  const span = { left, width };
  const top =
    clearTop(window, height, span, [...obstacles, ...soft]) ?? clearTop(window, height, span, obstacles) ?? lowest;
  return { left, width, bottom: window.height - top - height };
}

/** The lowest top edge at which nothing is hidden; null when there is none. */
function clearTop(
  window: WindowSize,
  height: number,
  { left, width }: Pick<ToastPlace, 'left' | 'width'>,
  obstacles: readonly Box[],
): number | null {
  const inTheWay = obstacles.filter(
    (box) => !isPanel(box, window) && box.left < left + width && box.right > left && box.top < window.height,
  );
  const isClear = (top: number): boolean =>
    inTheWay.every((box) => box.bottom + GAP <= top || box.top - GAP >= top + height);
  const lowest = window.height - MARGIN - height;
  const places = [lowest, ...inTheWay.map((box) => box.top - GAP - height).toSorted((a, b) => b - a)];
  return places.find((place) => place >= MARGIN && place <= lowest && isClear(place)) ?? null;
}

function isPanel({ left, top, right, bottom }: Box, window: WindowSize): boolean {
  return bottom - top >= window.height * PANEL_SHARE && right - left <= window.width / 2;
}
