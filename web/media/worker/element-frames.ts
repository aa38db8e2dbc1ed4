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
const METADATA = 'loadedmetadata';

/** Hands the pictures over in rising order of frames. @throws MediaFailure `source-unreadable`, AbortError */
export async function readFramesByElement(
  clip: Blob,
  { frames, maxWidth, mimeType }: Asked,
  onPicture: (frame: number, picture: Blob) => void,
  signal?: AbortSignal,
): Promise<void> {
  const times = await frameMiddles(clip);
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', playsInline: true });
  const url = URL.createObjectURL(clip);
  try {
    await happened(video, METADATA, () => (video.src = url), signal);
    const { context, canvas } = canvasFor(video, maxWidth);
    for (const frame of [...new Set(frames)].toSorted((a, b) => a - b)) {
      const seconds = times[Math.min(frame, times.length - 1)] ?? 0;
      await happened(video, 'seeked', () => (video.currentTime = seconds), signal);
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

/** Seconds in the middle of each frame, where no rounding of a browser leads to its neighbor. */
async function frameMiddles(clip: Blob): Promise<number[]> {
  const source = blobSource(clip);
  const index = await readMp4Index(source);
  const facts = index === null ? null : await factsFromIndex(source, index, () => Promise.resolve(null));
  if (facts === null) throw new MediaFailure('source-unreadable', { detail: 'its index can’t be read' });
  const { frameTimesUs, fps } = facts.video;
  const lengthUs = (1_000_000 * fps.den) / fps.num;
  return frameTimesUs.map((at, place) => (at + ((frameTimesUs[place + 1] ?? at + lengthUs) - at) / 2) / 1_000_000);
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
