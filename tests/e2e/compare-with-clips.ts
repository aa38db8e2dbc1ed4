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
    differences.push(
      ...samples.map((_, index) =>
        meanDifference(inClip[index] ?? new Uint8Array(), inMovie[index] ?? new Uint8Array()),
      ),
    );
    startFrame += clip.frameCount;
  }
  return differences;
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length === 0 || a.length !== b.length) throw new RangeError('The pictures differ in size.');
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - (b[index] ?? 0));
  return sum / a.length;
}
