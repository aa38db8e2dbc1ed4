/**
 * Frames of a clip by the page's own `<video>`, for browsers that play video and have no decoder for single frames. Slower
 * than the worker's way: each frame is a seek of its own.
 */
import { factsFromIndex } from '#shared/clip/facts-from-index.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { MediaFailure } from '../failures.ts';

type Asked = {
  /** Frame numbers; past the end means the last. */
  frames: readonly number[];
  /** Pixels; a smaller clip is not enlarged. */
  maxWidth: number;
  mimeType: 'image/webp' | 'image/jpeg';
};

const QUALITY = 0.82;
/** A browser that says nothing of a picture for so long after a seek shows it already, or never will. */
const PICTURE_MS = 500;
const METADATA = 'loadedmetadata';

/** Hands the pictures over in rising order of frames. @throws MediaFailure `source-unreadable`, AbortError */
export async function readFramesByElement(
  clip: Blob,
  { frames, maxWidth, mimeType }: Asked,
  onPicture: (frame: number, picture: Blob) => void,
  signal?: AbortSignal,
): Promise<void> {
  const times = await frameTimes(clip);
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', playsInline: true });
  const url = URL.createObjectURL(clip);
  try {
    await happened(video, METADATA, () => (video.src = url), signal);
    const { context, canvas } = canvasFor(video, maxWidth);
    let shown: FrameTime | undefined;
    let tells = 'requestVideoFrameCallback' in video;
    for (const frame of [...new Set(frames)].toSorted((a, b) => a - b)) {
      const time = times[Math.min(frame, times.length - 1)];
      // Where the first picture isn't told of, none is: Firefox is silent about videos that aren't on the page.
      if (time !== undefined && time !== shown) tells = await showFrame(video, time, { tells, signal });
      shown = time;
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, mimeType, QUALITY));
      if (picture === null) throw new MediaFailure('source-unreadable', { detail: 'the canvas gave no picture' });
      onPicture(frame, picture);
    }
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Seconds. No rounding of a browser leads from the middle of a frame to its neighbor. */
type FrameTime = { start: number; middle: number };

async function frameTimes(clip: Blob): Promise<FrameTime[]> {
  const source = blobSource(clip);
  const index = await readMp4Index(source);
  const facts = index === null ? null : await factsFromIndex(source, index, () => Promise.resolve(null));
  if (facts === null) throw new MediaFailure('source-unreadable', { detail: 'its index can’t be read' });
  const { frameTimesUs, fps } = facts.video;
  const lengthUs = (1_000_000 * fps.den) / fps.num;
  return frameTimesUs.map((at, place) => {
    const end = frameTimesUs[place + 1] ?? at + lengthUs;
    return { start: at / 1_000_000, middle: (at + end) / 2_000_000 };
  });
}

type Seek = {
  /** Whether the browser says which picture it shows. */
  tells: boolean;
  signal: AbortSignal | undefined;
};

/**
 * Seeks, and waits for the picture: a browser may end the seek while the video still shows the former one.
 * @returns whether the browser has told of the picture
 */
async function showFrame(video: HTMLVideoElement, time: FrameTime, { tells, signal }: Seek): Promise<boolean> {
  const picture = tells ? pictureOf(video, time) : null;
  try {
    await happened(video, 'seeked', () => (video.currentTime = time.middle), signal);
    if (picture === null) return false;
    return await Promise.race([picture.shown, new Promise<false>((resolve) => setTimeout(resolve, PICTURE_MS, false))]);
  } finally {
    picture?.stop();
  }
}

/** When a frame's picture is shown. */
function pictureOf(video: HTMLVideoElement, { start, middle }: FrameTime): { shown: Promise<true>; stop(): void } {
  let callback = 0;
  const shown = new Promise<true>((resolve) => {
    const listen = (): void => {
      callback = video.requestVideoFrameCallback((_, { mediaTime }) =>
        Math.abs(mediaTime - start) < middle - start ? resolve(true) : listen(),
      );
    };
    listen();
  });
  return { shown, stop: () => video.cancelVideoFrameCallback(callback) };
}

/** Resolves at the event that `cause` brings about. */
function happened(video: HTMLVideoElement, event: string, cause: () => void, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const listeners = new AbortController();
    const end = (settle: () => void) => (): void => {
      listeners.abort();
      settle();
    };
    const options = { signal: listeners.signal };
    const fail = (): void => reject(new MediaFailure('source-unreadable', { detail: video.error?.message ?? event }));
    video.addEventListener(event, end(resolve), options);
    video.addEventListener('error', end(fail), options);
    signal?.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      options,
    );
    cause();
  });
}

function canvasFor(
  { videoWidth, videoHeight }: HTMLVideoElement,
  maxWidth: number,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const width = Math.min(maxWidth, videoWidth);
  const height = Math.max(1, Math.round((width * videoHeight) / videoWidth));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gave no 2D canvas');
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}
