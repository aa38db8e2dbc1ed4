/**
 * Plays a finished movie with `<video>` and reads the marker of what it shows. Runs in any browser's page, so that one
 * measure serves all of them.
 */
import { type FrameMarker, readMarker } from '../clips/marker.ts';
import { pixelsOf } from './pixels.ts';

/** What stood on the screen at one moment. */
export type ShownFrame = {
  /** The movie's frame that was asked for (seeks), or that the picture's time stamp says (play). */
  frame: number;
  /** Null where the picture has no readable marker. */
  marker: FrameMarker | null;
  /** The first and the last frame of the movie that the picture may be. */
  among: readonly [number, number];
};

export type Playthrough = {
  durationSeconds: number;
  /** The position at which the element said `ended`. */
  endedAtSeconds: number;
  /** Every picture that the element put up, in order. A busy machine skips some. */
  shown: ShownFrame[];
  /** How often the element stopped to wait for data that was there. */
  stalls: number;
};

/**
 * While a video plays, a canvas may get the picture that was told of before, and where the page is late one that came
 * since: on a busy machine both are some frames away.
 */
const PLAYED_SLACK = { older: 1, newer: 2 };

const READ_WIDTH = 320;
/** Where in a frame a seek aims: well inside, because both ends of a frame round into its neighbours. */
const INSIDE_FRAME = 0.4;
/** Frames of the screen in which a busy browser has put a sought picture up, if it is the right one. */
const LONGEST_WAIT_FRAMES = 120;
/** The first frame of the screen may have been under way when the picture came. */
const SETTLING_FRAMES = 2;

/**
 * Seeks to each frame in the order given and reads what is shown.
 * @param fps frames per second of the movie, a constant rate
 * @throws Error with the element's own words where the file does not play
 */
export async function seekAndRead(movie: Blob, frames: readonly number[], fps: number): Promise<ShownFrame[]> {
  return await withVideo(movie, async (video) => {
    const shown: ShownFrame[] = [];
    for (const frame of frames) {
      const seeked = once(video, 'seeked');
      const shownInTime = presented(video, frame, fps);
      video.currentTime = (frame + INSIDE_FRAME) / fps;
      await seeked;
      await Promise.race([shownInTime, painted(LONGEST_WAIT_FRAMES)]);
      await painted(SETTLING_FRAMES);
      shown.push({ frame, marker: markerOf(video), among: [frame, frame] });
    }
    return shown;
  });
}

/**
 * Plays the movie from 0 to its end, without sound, and reads every picture that is put up.
 * @param fps frames per second of the movie, a constant rate
 * @throws Error with the element's own words where the file does not play
 */
export async function playThrough(movie: Blob, fps: number): Promise<Playthrough> {
  return await withVideo(movie, async (video) => {
    const shown: ShownFrame[] = [];
    let stalls = 0;
    const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
      const frame = Math.round(mediaTime * fps);
      const marker = markerOf(video);
      const before = Math.min(shown.at(-1)?.frame ?? 0, frame - PLAYED_SLACK.older);
      const playedTo = Math.max(Math.ceil(video.currentTime * fps), frame + PLAYED_SLACK.newer);
      shown.push({ frame, marker, among: [before, playedTo] });
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    const ended = once(video, 'ended');
    await video.play();
    video.addEventListener('waiting', () => (stalls += 1));
    await ended;
    return { durationSeconds: video.duration, endedAtSeconds: video.currentTime, shown, stalls };
  });
}

async function withVideo<T>(movie: Blob, use: (video: HTMLVideoElement) => Promise<T>): Promise<T> {
  const url = URL.createObjectURL(movie);
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto' });
  // A video outside of the document, or out of sight, need not be painted.
  Object.assign(video.style, { position: 'fixed', left: '0', top: '0', width: `${READ_WIDTH}px` });
  document.body.append(video);
  try {
    const loaded = once(video, 'loadeddata');
    video.src = url;
    await loaded;
    return await use(video);
  } finally {
    video.removeAttribute('src');
    video.load();
    video.remove();
    URL.revokeObjectURL(url);
  }
}

/** The next event of a name; the element's error ends the wait. */
function once(video: HTMLVideoElement, name: 'loadeddata' | 'seeked' | 'ended'): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const settle = (then: () => void): void => {
      stop.abort();
      then();
    };
    const fail = (): void =>
      settle(() => reject(new Error(`The movie does not play: ${video.error?.code} ${video.error?.message}`)));
    video.addEventListener(name, () => settle(resolve), { signal: stop.signal });
    video.addEventListener('error', fail, { signal: stop.signal });
  });
}

/** Resolves when the element puts up the picture of this frame; never where it puts up another. */
function presented(video: HTMLVideoElement, frame: number, fps: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
      // What comes late from the seek before is not what is waited for.
      if (Math.round(mediaTime * fps) === frame) resolve();
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  });
}

/** Frames of the screen later. */
async function painted(frames: number): Promise<void> {
  for (let frame = 0; frame < frames; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

function markerOf(video: HTMLVideoElement): FrameMarker | null {
  const width = READ_WIDTH;
  const height = Math.round((width * video.videoHeight) / video.videoWidth);
  return readMarker(pixelsOf(video, width, height), width, height);
}
