/** What tests of the player share: its clips as Blobs, waiting for it, and reading what it shows. */
import type { ExportInput } from '#media/worker/client.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { createPlayableClips, type PlayableClips } from '#player/playable-clips.ts';
import { type FrameMarker, readMarker } from '../clips/marker.ts';
import { pixelsOf } from './pixels.ts';

/** The clips as if they were files of this device. `released` names each that was given back by all. */
export function clipsOf(sources: ExportInput['sources']): { clips: PlayableClips; released: string[] } {
  const released: string[] = [];
  const lent = createPlayableClips({
    read: async (sha256) => {
      const source = sources[sha256];
      return source?.kind === 'blob' ? source.blob : null;
    },
    readRange: () => Promise.reject(new Error('There is no server')),
    load: () => Promise.reject(new Error('There is no server')),
  });
  const borrow: PlayableClips['borrow'] = (clip) => {
    const lease = lent.borrow(clip);
    return {
      clip: lease.clip,
      giveBack() {
        released.push(clip.sha256);
        lease.giveBack();
      },
    };
  };
  return { clips: { ...lent, borrow }, released };
}

/** Resolves when the state is as wanted; the test's own time limit ends it otherwise. */
export function until(of: MoviePlayer, isReached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const look = (): void => {
      if (!isReached()) return;
      for (const stop of stops) stop();
      resolve();
    };
    stops.push(of.subscribe(look), of.onTime(look));
    look();
  });
}

/** The deck that is seen, or null where the stage is black. */
export function shownDeck(stage: HTMLElement): HTMLVideoElement | null {
  return [...stage.querySelectorAll('video')].find(({ style }) => style.visibility === 'visible') ?? null;
}

/** The canvas or the deck that is seen, or null where the stage is black. */
export function shownPicture(stage: HTMLElement): HTMLVideoElement | HTMLCanvasElement | null {
  if (stage.querySelector('video') !== null) {
    const deck = shownDeck(stage);
    return deck !== null && deck.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? deck : null;
  }
  const canvas = stage.querySelector('canvas');
  return canvas?.style.visibility === 'visible' ? canvas : null;
}

/** Pixels of what is seen, red, green, blue and one more by turns; null where nothing is. */
export function shownPixels(stage: HTMLElement, width: number, height: number): Uint8ClampedArray | null {
  const picture = shownPicture(stage);
  // Else fine patterns of a canvas come out as noise.
  return picture && pixelsOf(picture, width, height, 'high');
}

/** How many of the pixels that are seen have a color, at a width of 320. */
export function shownPixelsOf(
  stage: HTMLElement,
  isMeant: (red: number, green: number, blue: number) => boolean,
): number {
  const pixels = shownPixels(stage, 320, 180) ?? new Uint8ClampedArray();
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4)
    if (isMeant(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) count += 1;
  return count;
}

export function shownMarker(stage: HTMLElement): FrameMarker | null {
  const [width, height] = [320, 180];
  const pixels = shownPixels(stage, width, height);
  return pixels && readMarker(pixels, width, height);
}

/** A page’s first picture waits for its worker to be loaded, which takes more than five seconds beside all other tests. */
const MOST_WAIT_MS = 20_000;

/** The frame whose marker is seen after a seek: the wanted one as soon as it is there, else what stands there at last. */
export async function frameShownAt(
  of: MoviePlayer,
  stage: HTMLElement,
  timeUs: number,
  wanted: number,
): Promise<number | null> {
  of.seek(timeUs);
  const until = performance.now() + MOST_WAIT_MS;
  const isMeant = (): boolean => isNamed(stage, wanted) && shownMarker(stage)?.frame === wanted;
  while (!isMeant() && performance.now() < until && of.getState().problem === null)
    await new Promise(requestAnimationFrame);
  return shownMarker(stage)?.frame ?? null;
}

/** A worker's canvas is looked at when it says that it shows the frame: Firefox stops drawing where a page reads it all the time. */
function isNamed(stage: HTMLElement, wanted: number): boolean {
  const isDrawnByWorker = stage.querySelector('video') === null;
  return !isDrawnByWorker || stage.querySelector('canvas')?.dataset['clipFrame'] === `${wanted}`;
}
