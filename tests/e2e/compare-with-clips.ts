/** Compares a movie with the clips it was made of, picture by picture. */
import { framesRgb } from '#tests/helpers/ffprobe.ts';

export type ClipInMovie = { path: string; frameCount: number };

const size = { width: 160, height: 90 };

/**
 * For the first, middle and last frame of every scene: the mean difference (0 to 255) to the frame of its own clip that
 * belongs there. Scaling and encoding cost a few levels; another scene's picture costs many.
 */
export async function pictureDifferences(moviePath: string, clips: readonly ClipInMovie[]): Promise<number[]> {
  const differences: number[] = [];
  let startFrame = 0;
  for (const clip of clips) {
    const samples = [0, Math.floor(clip.frameCount / 2), clip.frameCount - 1];
    const [inClip, inMovie] = await Promise.all([
      framesRgb(clip.path, samples, size),
      framesRgb(
        moviePath,
        samples.map((frame) => startFrame + frame),
        size,
      ),
    ]);
    differences.push(...samples.map((_, index) => meanDifference(inClip[index], inMovie[index])));
    startFrame += clip.frameCount;
  }
  return differences;
}

/** Levels (0 to 255) between two pictures of one size. */
export function meanDifference(a: Uint8Array | undefined, b: Uint8Array | undefined): number {
  if (!a || !b || a.length === 0 || a.length !== b.length) throw new RangeError('The pictures differ in size.');
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
