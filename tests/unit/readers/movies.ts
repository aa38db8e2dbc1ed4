/** Movies for the tests of the readers: what ffmpeg makes of look-alike clips. */
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';

export const FRAMES = 96;

/** A quick clip of 4 s. */
export async function smallClip(sceneNumber: number): Promise<string> {
  return await clipPath({ seconds: 4, size: '360p', sceneNumber, hasUuidBox: false });
}

/** A clip in another file, packets as they are. */
export async function remuxed(source: string, target: string, args: readonly string[] = []): Promise<string> {
  await ffmpeg(['-i', source, '-c', 'copy', ...args, target]);
  return target;
}
