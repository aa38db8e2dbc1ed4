/** Encodes the stretches of a movie that can't be copied, all by one run of ffmpeg, into one file of packets. */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';
import type { Fingerprint } from '#shared/join/fingerprint.ts';
import { videoArgs, type VideoSettings } from './encoder-settings.ts';
import { clipInput, startFfmpeg, type Ffmpeg } from './run-ffmpeg.ts';
import { SMALL_PICTURE, videoGraph, type GraphInput, type GraphSource } from './video-graph.ts';

export type EncodeVideo = {
  ffmpeg: Ffmpeg;
  source: GraphSource;
  settings: VideoSettings;
  stretches: readonly EncodedVideo[];
  /** Where the packets go. */
  path: string;
  /** Called with the frames encoded so far. */
  onFrames: (frames: number) => void;
};

/** @returns a small picture of each stretch's sampled frame, as it went to the encoder. @throws FfmpegError, or an AbortError */
export async function encodeVideo(job: EncodeVideo): Promise<Fingerprint[]> {
  const { ffmpeg, source, settings, stretches, path, onFrames } = job;
  const graph = videoGraph(source, stretches);
  const script = 'graph.txt';
  await writeFile(join(ffmpeg.folder, script), graph.script);
  const args = [
    ...graph.inputs.flatMap(inputArgs),
    ...['-filter_complex_script', script],
    ...['-map', '[movie]', ...videoArgs(settings, startsOf(stretches))],
    ...['-map', '[samples]', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'yuv444p', `pipe:${SAMPLES}`],
    ...['-progress', `pipe:${PROGRESS}`],
  ];
  const run = startFfmpeg(ffmpeg, args, 2);
  const [samples, progress] = run.more;
  if (samples === undefined || progress === undefined) throw new Error('ffmpeg was started without its pipes');
  try {
    run.input.end();
    const [pictures] = await Promise.all([
      bytesOf(samples),
      pipeline(run.output, createWriteStream(path)),
      watchProgress(progress, onFrames),
    ]);
    await run.ended;
    return Array.from(
      { length: Math.floor(pictures.length / SMALL_PICTURE.bytes) },
      (_, at) => new Uint8Array(pictures.subarray(at * SMALL_PICTURE.bytes, (at + 1) * SMALL_PICTURE.bytes)),
    );
  } catch (error) {
    // A full disk, or why ffmpeg ended, comes before a pipe that broke for it.
    if (!isBrokenPipe(error)) throw error;
    await run.ended;
    throw error;
  } finally {
    await run.stop();
  }
}

/** Numbers of ffmpeg's pipes. */
const [SAMPLES, PROGRESS] = [3, 4];

/** Frames of the run that begin a stretch. */
export function startsOf(stretches: readonly Pick<EncodedVideo, 'frameCount'>[]): number[] {
  let start = 0;
  return stretches.map(({ frameCount }) => {
    start += frameCount;
    return start - frameCount;
  });
}

function inputArgs(input: GraphInput): string[] {
  if (input.kind === 'clip') return clipInput(input.path);
  const { path, width, height } = input.picture;
  return [
    '-protocol_whitelist',
    'file',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuva420p',
    '-s',
    `${width}x${height}`,
    '-i',
    `file:${path}`,
  ];
}

async function bytesOf(pipe: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of pipe) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** ffmpeg writes `frame=…` among other lines, twice a second. */
async function watchProgress(pipe: Readable, onFrames: (frames: number) => void): Promise<void> {
  let rest = '';
  for await (const piece of pipe) {
    const lines = (rest + String(piece)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const frames = /^frame=(\d+)/.exec(line)?.[1];
      if (frames !== undefined) onFrames(Number(frames));
    }
  }
}

function isBrokenPipe(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}
