/** Holds a movie file against what was promised of it, by readers that share no code with the engine. */
import { readFile } from 'node:fs/promises';
import { copyProblems } from './framemd5.ts';
import { readMediainfo, type MediainfoReport } from './mediainfo.ts';
import { mp4Problems, readMp4 } from './mp4box.ts';
import type { PromisedBytes } from './promised-bytes.ts';
import { findSourceBytes } from './segment-bytes.ts';

export type Verdict = { problems: string[]; mediainfo: MediainfoReport };

/** Shorter runs of equal bytes are common between drawn clips, which look alike. */
const LEAST_FOREIGN_BYTES = 256;

/** Every problem that ffmpeg, MP4Box.js (of an MP4) and a search for bytes find, and MediaInfo's report. */
export async function judgeMovieFile(path: string, { copied, absent }: PromisedBytes): Promise<Verdict> {
  const problems = await copyProblems(path, copied);
  const mediainfo = await readMediainfo(path);
  if (mediainfo.general.Format === 'MPEG-4') problems.push(...mp4Problems(await readMp4(path)));
  const bytes = absent.length === 0 ? Buffer.alloc(0) : await readFile(path);
  for (const { source, from, to, beside } of absent) {
    const samples = (await readMp4(source)).tracks.find(({ kind }) => kind === 'video')?.samples.slice(from, to) ?? [];
    const ranges = samples.map(({ offset, size }) => ({ start: offset, end: offset + size }));
    const sourceBytes = await readFile(source);
    const others = await Promise.all(beside.map((other) => readFile(other)));
    for (const run of findSourceBytes(sourceBytes, ranges, bytes)) {
      const found = sourceBytes.subarray(run.sourceAt, run.sourceAt + run.length);
      if (run.length >= LEAST_FOREIGN_BYTES && !others.some((other) => other.includes(found)))
        problems.push(`${run.length} bytes from ${run.sourceAt} of ${source} are in the file at ${run.outputAt}`);
    }
  }
  return { problems, mediainfo };
}
