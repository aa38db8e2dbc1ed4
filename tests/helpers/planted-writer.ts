/**
 * A movie writer for tests of the queue: it has the real ffmpeg draw a test picture as long as the movie, in a process of
 * its own, and says what the person's title asks for. It stands in for what is not tested there.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import {
  MovieWriteError,
  WritingInterruptedError,
  type MovieOrder,
  type MovieWriter,
} from '#edge-api/providers/movie-writer/port.ts';
import { spawnTied } from '#edge-api/providers/tied-process.ts';

export type PlantedWriter = MovieWriter & {
  /** The folders of the movies that were begun, in order. */
  begun: string[];
  /** How many were written at once, at most. */
  mostAtOnce(): number;
};

/** `slow`: as slowly as the movie plays, twenty times over. `full`: onto a disk that is full. `refused`: by the writer. */
const moods = ['slow', 'full', 'refused', 'surprised'] as const;

export function plantedWriter(): PlantedWriter {
  const begun: string[] = [];
  let [atOnce, mostAtOnce] = [0, 0];
  return {
    begun,
    mostAtOnce: () => mostAtOnce,
    check: async () => ({ available: true, version: 'planted', error: null }),
    needsFfmpeg: async () => true,
    write: async (order, signal, onProgress) => {
      begun.push(order.folder);
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      try {
        return await write(order, signal, onProgress);
      } finally {
        atOnce--;
      }
    },
  };
}

const write: MovieWriter['write'] = async (order, signal, onProgress) => {
  const { plan, path } = order;
  const mood = moods.find((name) => plan.title.startsWith(name)) ?? 'quick';
  for (const { clip } of plan.scenes) await order.open(clip.sha256);
  if (mood === 'refused') throw new MovieWriteError('Scene 1 can’t be decoded: it’s damaged.', 1);
  if (mood === 'surprised') throw new Error(`no such thing as ${path}`);
  if (mood === 'full') await writeFile('/dev/full', 'a movie');
  const seconds = (plan.frameCount / fpsNumber(plan.fps)) * (mood === 'slow' ? 20 : 1);
  await runFfmpeg(order, { seconds, isSlow: mood === 'slow' }, signal, (share) =>
    onProgress({ phase: 'encoding', percent: share * 90 }),
  ).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw signal.aborted ? signal.reason : error;
  });
  onProgress({ phase: 'checking', percent: 95 });
  const sha256 = await hashOf(path);
  const { size } = await stat(path);
  return { sizeBytes: size, sha256, receipt: receiptOf(order, size, sha256) };
};

async function runFfmpeg(
  { folder, path, madeAt }: MovieOrder,
  { seconds, isSlow }: { seconds: number; isSlow: boolean },
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const args = [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-progress', 'pipe:1', '-y', ...(isSlow ? ['-re'] : [])],
    ...['-f', 'lavfi', '-i', `testsrc=size=64x36:rate=24:duration=${seconds}`],
    // No two movies are the same.
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-metadata', `comment=${basename(folder)} ${madeAt}`, path],
  ];
  const child = spawnTied('ffmpeg', args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()));
  readProgress(child.stdout, (us) => onShare(us / 1e6 / seconds));
  const end = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => resolve(killedBy ?? String(code)));
  });
  if (end.startsWith('SIG')) throw new WritingInterruptedError(`ffmpeg was ended by ${end}`);
  if (end !== '0') throw new MovieWriteError(`ffmpeg ended with ${end}. ${words.trim()}`);
}

function readProgress(output: Readable | null, onTime: (us: number) => void): void {
  output?.on('data', (chunk: Buffer) => {
    for (const [, us] of chunk.toString().matchAll(/^out_time_us=(\d+)$/gm)) onTime(Number(us));
  });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

function receiptOf({ plan, target, madeAt }: MovieOrder, sizeBytes: number, sha256: string): Receipt {
  const { title, frameCount, fps } = plan;
  const made = { title, frameCount, seconds: frameCount / fpsNumber(fps), target, madeAt };
  return plantedReceipt(made, { sizeBytes, sha256 });
}

type Made = {
  title: string;
  frameCount: number;
  seconds: number;
  target: Pick<ExportTarget, 'width' | 'height' | 'format'>;
  madeAt: number;
};

/** A receipt that says no more than it must. */
export function plantedReceipt(made: Made, file: { sizeBytes: number; sha256: string }): Receipt {
  const { title, frameCount, seconds, madeAt } = made;
  const { width, height, format } = made.target;
  return {
    ...{ kind: 'storyreel-export-receipt', version: 1, madeWithAi: true, title, author: null },
    madeAt: new Date(madeAt).toISOString(),
    file: { ...file, width, height, format, framesPerSecond: '24', frameCount, seconds },
    encoders: { video: null, sound: null, browser: 'planted' },
    ...{ stretches: [], sound: null, reducedColor: [], notes: [] },
    checks: {
      ...{ frameCount, videoDurationUs: seconds * 1e6, audioDurationUs: 0, videoCodec: 'avc1', audioCodec: null },
      ...{ decoded: 'none', comparedStretches: 0, worstPictureDifference: 0 },
      color: { primaries: null, transfer: null, matrix: null, fullRange: null },
    },
  };
}
