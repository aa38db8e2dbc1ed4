/** What independent readers say of a movie that the browser wrote. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserCommand } from 'vitest/node';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { copyProblems, type CopiedRange } from '#tests/helpers/readers/framemd5.ts';
import { readMediainfo, type MediainfoReport } from '#tests/helpers/readers/mediainfo.ts';
import { mp4Problems, readMp4 } from '#tests/helpers/readers/mp4box.ts';
import { findSourceBytes } from '#tests/helpers/readers/segment-bytes.ts';

/** Inside the project, because the test server hands out nothing else. */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/storyreel-converted', import.meta.url));
/** Shorter runs of equal bytes are common between drawn clips, which look alike. */
const LEAST_FOREIGN_BYTES = 256;

/** Frames that must be those of a source, and sources whose trimmed bytes must not be in the file. */
export type Judged = {
  copied: CopiedRange[];
  /** Packets of a source's picture, in stored order, from one to one past the last. */
  absent: { source: string; from: number; to: number }[];
};

export type Verdict = { problems: string[]; mediainfo: MediainfoReport };

/** The path of a clip after a trip through ffmpeg; made once. */
export const convertedFile: BrowserCommand<[spec: ClipSpec, args: string[]]> = async (_, spec, args) => {
  const source = await clipPath(spec);
  const name = createHash('sha256')
    .update(JSON.stringify([source, args]))
    .digest('hex')
    .slice(0, 24);
  const path = join(FOLDER, `${name}.mp4`);
  if (existsSync(path)) return path;
  await mkdir(FOLDER, { recursive: true });
  const draft = join(FOLDER, `${randomUUID()}.mp4`);
  await ffmpeg(['-i', source, ...args, draft]);
  await rename(draft, path);
  return path;
};

/** Real clips of the model, where STORYREEL_CLIPS_DIR names a folder of them. */
export const realClips: BrowserCommand<[]> = async () => {
  const folder = process.env['STORYREEL_CLIPS_DIR'];
  if (folder === undefined) return [];
  await mkdir(FOLDER, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mp4'));
  await Promise.all(names.map((name) => copyFile(join(folder, name), join(FOLDER, name))));
  return names.map((name) => join(FOLDER, name));
};

/** Every problem that ffmpeg, MP4Box.js and a search for bytes find, and MediaInfo's report. */
export const judgeMovie: BrowserCommand<[base64: string, judged: Judged]> = async (
  _,
  base64,
  { copied, absent },
): Promise<Verdict> => {
  const path = join(tmpdir(), `storyreel-judged-${randomUUID()}.mp4`);
  try {
    const bytes = Buffer.from(base64, 'base64');
    await writeFile(path, bytes);
    const problems = [...(await copyProblems(path, copied)), ...mp4Problems(await readMp4(path))];
    for (const { source, from, to } of absent) {
      const samples =
        (await readMp4(source)).tracks.find(({ kind }) => kind === 'video')?.samples.slice(from, to) ?? [];
      const ranges = samples.map(({ offset, size }) => ({ start: offset, end: offset + size }));
      for (const run of findSourceBytes(await readFile(source), ranges, bytes))
        if (run.length >= LEAST_FOREIGN_BYTES)
          problems.push(`${run.length} bytes from ${run.sourceAt} of ${source} are in the file at ${run.outputAt}`);
    }
    return { problems, mediainfo: await readMediainfo(path) };
  } finally {
    await rm(path, { force: true });
  }
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    convertedFile(spec: ClipSpec, args: string[]): Promise<string>;
    realClips(): Promise<string[]>;
    judgeMovie(base64: string, judged: Judged): Promise<Verdict>;
  }
}
