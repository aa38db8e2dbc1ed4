/** Puts encoded pictures and sound into a WebM, by ffmpeg, and checks it. */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Verification } from '#shared/export-receipt/verification.ts';
import type { ExportPlan } from '#shared/export-plan/plan-types.ts';
import { SOUND_TOLERANCE_US } from '#shared/join/check-index.ts';
import { expect } from '#shared/join/expect.ts';
import { frameTimeUs, type Fps } from '#shared/movie/time.ts';
import type { MovieHeadSpec } from '#shared/mp4/write-movie.ts';
import { OPUS_PACKET_SAMPLES, OPUS_SAMPLE_RATE } from '#shared/sound/opus.ts';
import { colorArgs } from './encoder-settings.ts';
import type { EncodedFile } from './encode-stretches.ts';
import { oggOpus } from './ogg-opus.ts';
import { ffmpegOutput, type Ffmpeg } from './run-ffmpeg.ts';

export type WebmParts = {
  /** The file of encoded pictures. */
  video: string;
  /** The file of sound; null for a movie without. */
  sound: string | null;
};

/** The encoded pictures of all runs as one file. */
export async function oneVideo(ffmpeg: Ffmpeg, files: readonly EncodedFile[], fps: Fps): Promise<string> {
  const [first, ...rest] = files;
  if (first === undefined) throw new RangeError('A WebM movie is encoded as a whole');
  if (rest.length === 0) return first.path;
  const list = 'runs.txt';
  const joined = 'joined.mp4';
  // Names of our own: nothing in them needs to be escaped.
  const lines = files.map(({ path, stretches }) => {
    const frames = stretches.reduce((sum, { frameCount }) => sum + frameCount, 0);
    return `file '${basename(path)}'\nduration ${frameTimeUs(frames, fps)}us\n`;
  });
  await writeFile(join(ffmpeg.folder, list), lines.join(''));
  const input = ['-protocol_whitelist', 'file', '-f', 'concat', '-i', `file:${list}`];
  await ffmpegOutput(ffmpeg, [...input, '-c', 'copy', '-f', 'mp4', `file:${joined}`]);
  return joined;
}

/** Writes packets of Opus into a file that ffmpeg takes. */
export async function writeSound(ffmpeg: Ffmpeg, packets: readonly Uint8Array[], channels: number): Promise<string> {
  const name = 'sound.ogg';
  await writeFile(join(ffmpeg.folder, name), oggOpus(packets, channels));
  return name;
}

/** @throws FfmpegError, the file system's error, or an AbortError */
export async function writeWebm(
  ffmpeg: Ffmpeg,
  parts: WebmParts,
  { path, plan, metadata }: { path: string; plan: ExportPlan; metadata: MovieHeadSpec['metadata'] },
): Promise<void> {
  const told = { title: metadata.title, artist: metadata.author, comment: metadata.comment, encoder: metadata.tool };
  const args = [
    ...partInput('mov', parts.video),
    ...(parts.sound === null ? [] : partInput('ogg', parts.sound)),
    ...['-map', '0:v:0', ...(parts.sound === null ? [] : ['-map', '1:a:0']), '-c', 'copy', '-map_metadata', '-1'],
    ...colorArgs(plan.color),
    ...Object.entries(told).flatMap(([name, value]) => (value === null ? [] : ['-metadata', `${name}=${value}`])),
    // Straight into the file: a length and an index for seeking are put in afterwards. It takes no longer than a copy.
    ...['-f', 'webm', `file:${path}`],
  ];
  await ffmpegOutput(ffmpeg, args);
}

function partInput(format: string, name: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', format, '-i', `file:${name}`];
}

type Found = Omit<Verification, 'decoded' | 'comparedStretches' | 'worstPictureDifference'>;

/** WebM counts milliseconds. */
const STEP_TOLERANCE_US = 1000;

/** @throws MovieDiffers, FfmpegError, or an AbortError */
export async function checkWebm(ffmpeg: Ffmpeg, path: string, plan: ExportPlan, parts: WebmParts): Promise<Found> {
  const { packets: found, codec, size } = await listPackets(ffmpeg, ['-f', 'matroska', '-i', `file:${path}`], 'v');
  const { packets: wanted } = await listPackets(ffmpeg, ['-f', 'mov', '-i', `file:${parts.video}`], 'v');
  expect(codec === 'vp9', `its video is ${codec}`);
  const { width, height } = plan.target;
  expect(size === `${width}x${height}`, `its picture is ${size}`);
  expect(found.length === plan.frameCount, `there are ${found.length} frames for ${plan.frameCount}`);
  for (const [at, { hash }] of found.entries())
    expect(hash === wanted[at]?.hash, `packet ${at} of the video has other bytes`);
  const times = found.map(({ us }) => us).toSorted((a, b) => a - b);
  for (const [frame, us] of times.entries())
    expect(Math.abs(us - frameTimeUs(frame, plan.fps)) <= STEP_TOLERANCE_US, `frame ${frame} stands at ${us} us`);
  const audioDurationUs = parts.sound === null ? 0 : await checkSound(ffmpeg, path, plan, parts.sound);
  expect((plan.audio === null) === (parts.sound === null), 'the sound is not as planned');
  return {
    frameCount: found.length,
    videoDurationUs: frameTimeUs(found.length, plan.fps),
    audioDurationUs,
    videoCodec: 'vp09',
    audioCodec: parts.sound === null ? null : 'opus',
    color: plan.color,
  };
}

async function checkSound(ffmpeg: Ffmpeg, path: string, plan: ExportPlan, sound: string): Promise<number> {
  const { packets: found, codec } = await listPackets(ffmpeg, ['-f', 'matroska', '-i', `file:${path}`], 'a');
  const { packets: wanted } = await listPackets(ffmpeg, ['-f', 'ogg', '-i', `file:${sound}`], 'a');
  expect(codec === 'opus', `its sound is ${codec}`);
  expect(found.length === wanted.length, `there are ${found.length} packets of sound for ${wanted.length}`);
  for (const [at, { hash }] of found.entries())
    expect(hash === wanted[at]?.hash, `packet ${at} of the audio has other bytes`);
  const lengthUs = Math.round((found.length * OPUS_PACKET_SAMPLES * 1_000_000) / OPUS_SAMPLE_RATE);
  const offUs = lengthUs - frameTimeUs(plan.frameCount, plan.fps);
  expect(Math.abs(offUs) <= SOUND_TOLERANCE_US, `the sound is ${offUs} us longer than the picture`);
  return lengthUs;
}

type Packet = { us: number; hash: string };
type Listed = {
  packets: Packet[];
  /** By ffmpeg's name. */
  codec: string;
  /** "1280x720"; empty for sound. */
  size: string;
};

/** Packets of a file by ffmpeg's own reader, each with the hash of its bytes. */
async function listPackets(ffmpeg: Ffmpeg, input: readonly string[], kind: 'v' | 'a'): Promise<Listed> {
  const read = ['-copyts', '-protocol_whitelist', 'file', ...input, '-map', `0:${kind}:0`, '-c', 'copy'];
  const lines = (await ffmpegOutput(ffmpeg, [...read, '-f', 'framemd5', 'pipe:1'])).toString().split('\n');
  const said = (name: string): string => {
    const start = `#${name} 0:`;
    return (
      lines
        .find((line) => line.startsWith(start))
        ?.slice(start.length)
        .trim() ?? ''
    );
  };
  const [num = 1, den = 1000] = said('tb').split('/').map(Number);
  const packets = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const fields = line.split(',').map((field) => field.trim());
      return { us: (Number(fields[2]) * num * 1_000_000) / den, hash: fields[5] ?? '' };
    });
  return { packets, codec: said('codec_id'), size: said('dimensions') };
}
