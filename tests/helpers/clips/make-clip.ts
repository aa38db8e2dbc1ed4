// Look-alikes of the clips that the video model returns: same boxes, same codec settings, numbered pictures, and
// clicks that begin exactly with their flash. Made by the system's ffmpeg once and kept on disk.

import { readFile, writeFile } from 'node:fs/promises';
import { AAC_PACKET, clipSound, SAMPLE_RATE } from './click-sound.ts';
import { type ClipPlan, type ClipSpec, planClip } from './clip-spec.ts';
import { madeOnce } from './made-once.ts';
import { paintFrames } from './paint-frames.ts';
import { ffmpeg } from './run-ffmpeg.ts';
import { shapeFile } from './shape-file.ts';

/** Raised with every change of what a spec produces, so that no old file is taken for a new one. */
const RECIPE_VERSION = 1;
const KEPT_SHARE_OF_TRUNCATED = 0.6;

/** The bytes of a clip. */
export async function makeClip(spec: ClipSpec): Promise<Uint8Array> {
  return await readFile(await clipPath(spec));
}

/** The path of a clip; it is made first if it isn't there. Nobody may change the file. */
export async function clipPath(spec: ClipSpec): Promise<string> {
  const plan = planClip(spec);
  return await madeOnce([RECIPE_VERSION, plan], 'mp4', async (draft) => writeFile(draft, await bytesFor(plan, draft)));
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
