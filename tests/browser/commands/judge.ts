/** What independent readers say of a movie that the browser wrote. */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { convertedPath } from '#tests/helpers/clips/convert-clip.ts';
import { CLIP_POOL } from '#tests/helpers/clips/made-once.ts';
import { oddClipPath, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { runTool } from '#tests/helpers/clips/run-ffmpeg.ts';
import { judgeMovieFile, type Verdict } from '#tests/helpers/readers/judge-movie.ts';
import { readMp4, type Mp4Sample } from '#tests/helpers/readers/mp4box.ts';
import type { PromisedBytes } from '#tests/helpers/readers/promised-bytes.ts';

import { withMovie } from './media.ts';

/** The path of a clip after a trip through ffmpeg, as a file of another ending if one is told; made once. */
export const convertedFile: BrowserCommand<[spec: ClipSpec, args: readonly string[], ending?: string]> = (_, ...of) =>
  convertedPath(...of);

/** The path of a clip that is not the model's kind; made once. */
export const oddClipFile: BrowserCommand<[name: OddClipName]> = (_, name) => oddClipPath(name);

/** Real clips of the model, where STORYREEL_CLIPS_DIR names a folder of them. */
export const realClips: BrowserCommand<[]> = async () => {
  const folder = process.env['STORYREEL_CLIPS_DIR'];
  if (folder === undefined) return [];
  await mkdir(CLIP_POOL, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mp4'));
  await Promise.all(names.map((name) => copyFile(join(folder, name), join(CLIP_POOL, name))));
  return names.map((name) => join(CLIP_POOL, name));
};

/** Every problem of an MP4, and MediaInfo's report. */
export const judgeMovie: BrowserCommand<[base64: string, promised: PromisedBytes]> = (_, base64, promised) =>
  withMovie(base64, (path) => judgeMovieFile(path, promised));

/** How many packets of a movie's pictures or sound stand in any of the clips, byte for byte, by ffmpeg's own reading. */
export const foundPackets: BrowserCommand<[base64: string, paths: string[], track: TrackLetter]> = (
  _,
  base64,
  paths,
  track,
) =>
  withMovie(base64, async (path) => {
    const own = new Set((await Promise.all(paths.map((clip) => packetsOf(clip, track)))).flat());
    return (await packetsOf(path, track)).filter((hash) => own.has(hash)).length;
  });

/** As ffmpeg names kinds of tracks. */
type TrackLetter = 'a' | 'v';

/** A hash of each packet of a file's pictures or sound, those that an edit list hides among them. */
async function packetsOf(path: string, track: TrackLetter): Promise<string[]> {
  const reading = ['-i', path, '-map', `0:${track}?`, '-c', 'copy', '-f', 'framemd5', '-'];
  const hidden = await runTool('ffmpeg', ['-v', 'error', '-ignore_editlist', '1', ...reading]);
  // Only MP4 has edit lists, and so only its reader has this option.
  const { stdout } = hidden.code === 0 ? hidden : await runTool('ffmpeg', ['-v', 'error', ...reading]);
  const rows = stdout.toString('utf8').split('\n');
  return rows.filter((row) => row !== '' && !row.startsWith('#')).map((row) => row.split(',').at(-1)?.trim() ?? '');
}

/** Where the packets of a clip's picture lie, by a reader that is not the engine's. */
export const pictureSamples: BrowserCommand<[path: string]> = async (_, path) =>
  (await readMp4(path)).tracks.find(({ kind }) => kind === 'video')?.samples ?? [];

declare module 'vitest/browser' {
  interface BrowserCommands {
    convertedFile(spec: ClipSpec, args: readonly string[], ending?: string): Promise<string>;
    oddClipFile(name: OddClipName): Promise<string>;
    pictureSamples(path: string): Promise<Mp4Sample[]>;
    realClips(): Promise<string[]>;
    foundPackets(base64: string, paths: string[], track: TrackLetter): Promise<number>;
    judgeMovie(base64: string, promised: PromisedBytes): Promise<Verdict>;
  }
}
