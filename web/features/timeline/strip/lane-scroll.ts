/** How the strip and its playhead stay together: each function starts one way of it and answers how to stop. */
import type { MoviePlayer } from '#player/movie-player.ts';

export type LaneGeometry = {
  /** Pixels from the lane's start. */
  pxAt(timeUs: number): number;
  timeAt(px: number): number;
};

/** A swipe has ended when nothing has moved for so long; asked only of browsers that do not tell of the end. */
const SWIPE_END_MS = 120;
/** Where the playhead comes back into view, as part of the window. */
const COME_BACK = 0.1;

/** The strip moves under a playhead in the middle of the window; swiping the strip moves the playhead. */
export function scrollUnderPlayhead(scroller: HTMLElement, player: MoviePlayer, geometry: LaneGeometry): () => void {
  let put = Number.NaN;
  let room = roomOf(scroller);
  let isSwiped = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const place = (timeUs: number): void => {
    if (isSwiped) return;
    put = Math.round(geometry.pxAt(timeUs));
    room = roomOf(scroller);
    scroller.scrollLeft = put;
  };
  const end = (): void => {
    isSwiped = false;
    place(player.now());
  };
  const onScroll = (): void => {
    if (!isSwiped && Math.abs(scroller.scrollLeft - put) <= 1) return;
    // A window of another size moves the strip, too: that is nobody's swipe, and the playhead stays where it is.
    if (!isSwiped && roomOf(scroller) !== room) return place(player.now());
    const isFirst = !isSwiped;
    isSwiped = true;
    if (isFirst) player.pause();
    player.seek(geometry.timeAt(scroller.scrollLeft));
    if ('onscrollend' in scroller) return;
    clearTimeout(quiet);
    quiet = setTimeout(end, SWIPE_END_MS);
  };
  place(player.now());
  scroller.addEventListener('scroll', onScroll, { passive: true });
  scroller.addEventListener('scrollend', end);
  const stopTime = player.onTime(place);
  return () => {
    stopTime();
    scroller.removeEventListener('scroll', onScroll);
    scroller.removeEventListener('scrollend', end);
    clearTimeout(quiet);
  };
}

/** How wide window and lane are; another answer after another layout. */
function roomOf({ clientWidth, scrollWidth }: HTMLElement): string {
  return `${clientWidth} ${scrollWidth}`;
}

/** The playhead moves over the strip, which turns a page when it would leave the window. */
export function keepPlayheadInView(scroller: HTMLElement, player: MoviePlayer, geometry: LaneGeometry): () => void {
  let last = Number.NaN;
  // Asked of the page with every picture they would have it laid out once more.
  let { scrollLeft, clientWidth } = scroller;
  const measure = (): void => void ({ scrollLeft, clientWidth } = scroller);
  const look = (timeUs: number): void => {
    // The picture is drawn again without having moved, too: what somebody scrolled or zoomed to stays.
    if (timeUs === last) return;
    last = timeUs;
    const px = geometry.pxAt(timeUs);
    if (px >= scrollLeft && px <= scrollLeft + clientWidth * (1 - COME_BACK / 2)) return;
    scroller.scrollLeft = px - clientWidth * COME_BACK;
    measure();
  };
  const resizes = new ResizeObserver(measure);
  resizes.observe(scroller);
  scroller.addEventListener('scroll', measure, { passive: true });
  look(player.now());
  const stopTime = player.onTime(look);
  return () => {
    stopTime();
    resizes.disconnect();
    scroller.removeEventListener('scroll', measure);
  };
}
