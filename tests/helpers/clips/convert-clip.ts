// Look-alike clips after a trip through ffmpeg: other encoders' settings, other sound, other tags.

import { planClip, type ClipSpec } from './clip-spec.ts';
import { madeOnce } from './made-once.ts';
import { clipPath } from './make-clip.ts';
import { ffmpeg } from './run-ffmpeg.ts';

/** The path of a clip after ffmpeg with these output arguments; made once. Nobody may change the file. */
export async function convertedPath(spec: ClipSpec, args: readonly string[], ending = 'mp4'): Promise<string> {
  return await madeOnce([planClip(spec), args], ending, async (draft) =>
    ffmpeg(['-i', await clipPath(spec), ...args, draft]),
  );
}
