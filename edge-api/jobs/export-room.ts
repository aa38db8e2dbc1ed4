/** How much room and time an export may take. */
import { fpsNumber } from '#shared/movie/time.ts';
import type { FrozenMovie } from '#edge-api/services/export-movie.ts';

/** Left free for everything else that the server writes. */
export const DISK_RESERVE_BYTES = 256 * 1024 * 1024;
/** Encoded pictures, at most, of what people would call good. */
const BITS_PER_PIXEL = 0.15;
const SOUND_BITS_PER_SECOND = 256_000;
/** What is encoded lies beside the finished movie for a moment. */
const COPIES = 2;

const SHORTEST_LIMIT_MS = 10 * 60_000;
/** The slowest that is worth waiting for: VP9 at 4K on one core of a small machine. */
const MS_PER_MOVIE_SECOND = 30_000;

/** Bytes that writing a movie may take on the disk. */
export function roomFor({ plan, target }: Pick<FrozenMovie, 'plan' | 'target'>): number {
  const copied = bytesRead({ plan });
  const bitsPerSecond = target.width * target.height * fpsNumber(plan.fps) * BITS_PER_PIXEL + SOUND_BITS_PER_SECOND;
  return COPIES * Math.ceil(Math.max(copied, (secondsOf(plan) * bitsPerSecond) / 8));
}

/** Bytes of all clips of a movie, each once for every scene that plays it. */
export function bytesRead({ plan }: Pick<FrozenMovie, 'plan'>): number {
  return plan.scenes.reduce((bytes, { clip }) => bytes + clip.sizeBytes, 0);
}

/** Milliseconds after which an export is given up. */
export function timeFor({ plan }: Pick<FrozenMovie, 'plan'>): number {
  return SHORTEST_LIMIT_MS + secondsOf(plan) * MS_PER_MOVIE_SECOND;
}

function secondsOf({ frameCount, fps }: FrozenMovie['plan']): number {
  return frameCount / fpsNumber(fps);
}
