/**
 * Extracts frames with the system's ffmpeg: one process at a time, in its own folder, without a shell, with a time
 * limit.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits } from '#shared/limits.ts';
import { spawnTied } from '#edge-api/providers/tied-process.ts';
import { FrameError, type ClipFrames, type FilmedClip, type FrameTaker } from './port.ts';

/** Far longer than a half-minute clip takes on a slow machine. */
const LONGEST_RUN_MS = 20_000;
const POSTER_WIDTH = 640;
/**
 * Where to start looking for the last frame, in seconds before the end: a clip's sound may be a little longer or
 * shorter.
 */
const TAIL_SECONDS = 1.5;
/** A picture of 8192 by 4320. */
const MAX_PIXELS = 8192 * 4320;
/** Enough of ffmpeg's output to tell what is wrong. */
const WORDS_LENGTH = 500;
/** ffmpeg's own scale: 2 is the best. */
const [GOOD, FAIR] = [3, 7];

/** @param program path of ffmpeg */
export function ffmpegFrames(program: string): FrameTaker {
  let line: Promise<unknown> = Promise.resolve();
  return {
    take: (clip, signal) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_RUN_MS)]);
      const taken = line.then(() => takeFrames(program, clip, limited));
      line = taken.catch(() => undefined);
      return taken;
    },
  };
}

async function takeFrames(
  program: string,
  { body, durationSeconds }: FilmedClip,
  signal: AbortSignal,
): Promise<ClipFrames> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-frames-'));
  try {
    await pipeline(Readable.fromWeb(body), createWriteStream(join(folder, CLIP)), { signal });
    const from = Math.max(0, durationSeconds - TAIL_SECONDS);
    const take = async (asked: Asked): Promise<Uint8Array<ArrayBuffer> | null> => {
      await run(program, pictureArgs(asked), { folder, signal });
      return readPicture(folder);
    };
    const poster: Asked = { from: 0, isLast: false, maxWidth: POSTER_WIDTH, quality: GOOD };
    // In the clip's own size if it's small enough, because the next clip is made from it.
    const whole: Asked = { from, isLast: true, maxWidth: null, quality: GOOD };
    const first = (await take(poster)) ?? (await take({ ...poster, quality: FAIR }));
    const last = (await take(whole)) ?? (await take({ ...whole, maxWidth: POSTER_WIDTH, quality: FAIR }));
    if (first === null || last === null) throw new FrameError('it is too large as a file.');
    return { first, last };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof FrameError ? error : new FrameError('ffmpeg broke off.', { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const CLIP = 'clip.mp4';
const PICTURE = 'picture.jpg';

type Asked = {
  /** Seconds. */
  from: number;
  /** The last picture from there on, else the first. */
  isLast: boolean;
  maxWidth: number | null;
  quality: number;
};

function pictureArgs({ from, isLast, maxWidth, quality }: Asked): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-threads', '1'],
    // Opens only this file, and only as a movie.
    ...['-protocol_whitelist', 'file', '-f', 'mov', '-max_pixels', String(MAX_PIXELS)],
    ...['-ss', from.toFixed(3), '-i', CLIP, '-map', '0:v:0'],
    // Each frame overwrites the previous one.
    ...(isLast ? ['-fps_mode', 'passthrough'] : ['-frames:v', '1']),
    ...(maxWidth === null ? [] : ['-vf', `scale=w='min(iw,${maxWidth})':h=-2`]),
    ...['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', String(quality), '-f', 'image2', '-update', '1', PICTURE],
  ];
}

/** Null when it is larger than a picture may be. */
async function readPicture(folder: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const path = join(folder, PICTURE);
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size === 0) throw new FrameError('the clip has none there.');
  return size > limits.frameBytes ? null : new Uint8Array(await readFile(path));
}

/** @throws FrameError with ffmpeg's own words */
async function run(
  program: string,
  args: readonly string[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  const child = spawnTied(program, args, {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-WORDS_LENGTH);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new FrameError(`ffmpeg ended with ${code}: ${words.trim()}`);
}
