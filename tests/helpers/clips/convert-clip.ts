// Look-alike clips after a trip through ffmpeg: other encoders' settings, other sound, other tags.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClipSpec } from './clip-spec.ts';
import { clipPath } from './make-clip.ts';
import { ffmpeg } from './run-ffmpeg.ts';

/** Inside the project, because the test servers hand out nothing else. */
export const CONVERTED_FOLDER = fileURLToPath(
  new URL('../../../node_modules/.cache/storyreel-converted', import.meta.url),
);

/** The path of a clip after ffmpeg with these output arguments; made once. Nobody may change the file. */
export async function convertedPath(spec: ClipSpec, args: readonly string[]): Promise<string> {
  const source = await clipPath(spec);
  const name = createHash('sha256')
    .update(JSON.stringify([source, args]))
    .digest('hex')
    .slice(0, 24);
  const path = join(CONVERTED_FOLDER, `${name}.mp4`);
  if (existsSync(path)) return path;
  await mkdir(CONVERTED_FOLDER, { recursive: true });
  const draft = join(CONVERTED_FOLDER, `${randomUUID()}.mp4`);
  await ffmpeg(['-i', source, ...args, draft]);
  await rename(draft, path);
  return path;
}
