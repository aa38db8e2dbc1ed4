// Look-alikes of the clips that the video model returns: same boxes, same codec settings, numbered pictures, and
// clicks that begin exactly with their flash. Made by the system's ffmpeg once and kept on disk.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AAC_PACKET, clipSound, SAMPLE_RATE } from './click-sound.ts';
import { type ClipPlan, type ClipSpec, planClip } from './clip-spec.ts';
import { paintFrames } from './paint-frames.ts';
import { ffmpeg } from './run-ffmpeg.ts';
import { shapeFile } from './shape-file.ts';

/** Raised with every change of what a spec produces, so that no old file is taken for a new one. */
const RECIPE_VERSION = 1;
const CACHE_FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/storyreel-clips/', import.meta.url));
const KEPT_SHARE_OF_TRUNCATED = 0.6;

const pending = new Map<string, Promise<string>>();

/** The bytes of a clip. */
export async function makeClip(spec: ClipSpec): Promise<Uint8Array> {
  return await readFile(await clipPath(spec));
}

/** The path of a clip in the cache; it is made first if it isn't there. Nobody may change the file. */
export async function clipPath(spec: ClipSpec): Promise<string> {
  const plan = planClip(spec);
  const hash = createHash('sha256')
    .update(JSON.stringify([RECIPE_VERSION, plan]))
    .digest('hex')
    .slice(0, 24);
  const path = `${CACHE_FOLDER}${hash}.mp4`;
  if (existsSync(path)) return path;
  const making = pending.get(path) ?? build(plan, path).finally(() => pending.delete(path));
  pending.set(path, making);
  return await making;
}

async function build(plan: ClipPlan, path: string): Promise<string> {
  await mkdir(CACHE_FOLDER, { recursive: true });
  // Other processes may make the same clip at the same time: each writes a file of its own, the last rename stays.
  const draft = `${CACHE_FOLDER}${randomUUID()}.part.mp4`;
  try {
    await writeFile(draft, await bytesFor(plan, draft));
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
}

async function bytesFor(plan: ClipPlan, draft: string): Promise<Buffer> {
  if (plan.broken === 'notVideo') return Buffer.from('<!doctype html><html><body>Not a video.</body></html>\n');
  const sound = clipSound(plan);
  const priming = new Float32Array(AAC_PACKET * 2);
  await ffmpeg(
    [...videoInput(plan), ...soundInput(sound), ...videoOutput(plan), ...soundOutput(sound), '-f', 'mp4', draft],
    {
      stdin: paintFrames(plan),
      // The encoder primes with one packet by itself; a packet of silence in front makes them two.
      ...(sound === null ? {} : { pipe3: Buffer.concat([bytesOfFloats(priming), bytesOfFloats(sound)]) }),
    },
  );
  const shaped = shapeFile(await readFile(draft), plan);
  return plan.broken === 'truncated' ? shaped.subarray(0, Math.floor(shaped.length * KEPT_SHARE_OF_TRUNCATED)) : shaped;
}

function videoInput({ width, height, fps }: ClipPlan): string[] {
  return ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0'];
}

function soundInput(sound: Float32Array | null): string[] {
  return sound === null ? [] : ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', 'pipe:3'];
}

function videoOutput(plan: ClipPlan): string[] {
  const shape = plan.hasOtherParameterSets
    ? ['-profile:v', 'baseline', '-bf', '0']
    : ['-profile:v', 'high', '-bf', '3', '-b_strategy', '0'];
  // A group of pictures without end and no key frames at cuts: one group, as in the model's files.
  const oneGroup = ['-g', '100000', '-keyint_min', '100000', '-sc_threshold', '0'];
  const timescale = ['-video_track_timescale', String(plan.fps * 512)];
  return [
    '-map',
    '0:v',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-refs',
    '3',
    '-crf',
    '20',
    ...shape,
    ...oneGroup,
    ...timescale,
  ];
}

function soundOutput(sound: Float32Array | null): string[] {
  return sound === null ? ['-an'] : ['-map', '1:a', '-c:a', 'aac', '-profile:a', 'aac_low', '-b:a', '140k'];
}

function bytesOfFloats(samples: Float32Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}
