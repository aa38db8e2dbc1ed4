/** What independent readers say of a movie that the browser wrote. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { CONVERTED_FOLDER, convertedPath } from '#tests/helpers/clips/convert-clip.ts';
import { oddClipPath, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { judgeMovieFile, type Verdict } from '#tests/helpers/readers/judge-movie.ts';
import type { PromisedBytes } from '#tests/helpers/readers/promised-bytes.ts';

/** The path of a clip after a trip through ffmpeg; made once. */
export const convertedFile: BrowserCommand<[spec: ClipSpec, args: string[]]> = (_, spec, args) =>
  convertedPath(spec, args);

/** The path of a clip that is not the model's kind; made once. */
export const oddClipFile: BrowserCommand<[name: OddClipName]> = (_, name) => oddClipPath(name);

/** Real clips of the model, where STORYREEL_CLIPS_DIR names a folder of them. */
export const realClips: BrowserCommand<[]> = async () => {
  const folder = process.env['STORYREEL_CLIPS_DIR'];
  if (folder === undefined) return [];
  await mkdir(CONVERTED_FOLDER, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mp4'));
  await Promise.all(names.map((name) => copyFile(join(folder, name), join(CONVERTED_FOLDER, name))));
  return names.map((name) => join(CONVERTED_FOLDER, name));
};

/** Every problem of an MP4, and MediaInfo's report. */
export const judgeMovie: BrowserCommand<[base64: string, promised: PromisedBytes]> = async (_, base64, promised) => {
  const path = join(tmpdir(), `storyreel-judged-${randomUUID()}.mp4`);
  try {
    await writeFile(path, Buffer.from(base64, 'base64'));
    return await judgeMovieFile(path, promised);
  } finally {
    await rm(path, { force: true });
  }
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    convertedFile(spec: ClipSpec, args: string[]): Promise<string>;
    oddClipFile(name: OddClipName): Promise<string>;
    realClips(): Promise<string[]>;
    judgeMovie(base64: string, promised: PromisedBytes): Promise<Verdict>;
  }
}
