/** How many bits a second a movie's encoded pictures get: one rule for the browser's encoder and the server's. */
import { fpsNumber, type Fps } from '#shared/movie/time.ts';

type Size = { width: number; height: number };

/** Bits a pixel at 1080p that are never exceeded and never fallen below; smaller pictures get more a pixel, larger less. */
const MOST_BITS = 0.19;
const LEAST_BITS = 0.05;
const REFERENCE_PIXELS = 1920 * 1080;
/** The clips come from x264, which is better at the same rate than what browsers have (no B-frames, often no CABAC). */
const ENCODER_PENALTY = 1.7;

const LADDER_STEP = 1.2;
/** VP9 needs fewer bits than H.264 for the same picture. */
const VP9_SHARE = 0.75;

/** Bits per second for a movie, by its size and by what its clips needed. */
export function bitrateFor(
  target: Size & { format: 'mp4' | 'webm' },
  fps: Fps,
  clips: readonly (Size & { bitrateBps: number })[],
): number {
  const h264 = h264Bitrate(target, fps, clips);
  return onLadder(target.format === 'webm' ? h264 * VP9_SHARE : h264);
}

/** Rungs a fifth apart, so that another clip rarely means another rate, and stretches that are kept stay good. */
function onLadder(bitsPerSecond: number): number {
  const rungs = Math.floor(Math.log(bitsPerSecond) / Math.log(LADDER_STEP));
  return Math.round(LADDER_STEP ** rungs);
}

function h264Bitrate(target: Size, fps: Fps, clips: readonly (Size & { bitrateBps: number })[]): number {
  const pixels = target.width * target.height;
  const perSecond = pixels * fpsNumber(fps) * (pixels / REFERENCE_PIXELS) ** -0.25;
  // The hardest clip decides, because one encoder writes them all.
  const needed = clips.map((clip) => neededBitrate(target, clip));
  return Math.round(Math.min(perSecond * MOST_BITS, Math.max(perSecond * LEAST_BITS, ...needed)));
}

/** Bits per second that a clip's pictures take at another size: twice the pixels need less than twice the bits. */
function neededBitrate(target: Size, clip: Size & { bitrateBps: number }): number {
  const growth = ((target.width * target.height) / (clip.width * clip.height)) ** 0.75;
  return clip.bitrateBps * growth * ENCODER_PENALTY;
}
