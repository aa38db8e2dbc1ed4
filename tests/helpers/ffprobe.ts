// What the system's ffprobe and ffmpeg say about a file, in typed form. Edit lists are honoured throughout.

import { z } from 'zod';
import { ffmpeg, runTool } from './clips/run-ffmpeg.ts';

const seconds = z.coerce.number();
const ratio = z.string().transform((text) => {
  const [over = 0, under = 1] = text.split('/').map(Number);
  return under === 0 ? 0 : over / under;
});

const stream = z.object({
  index: z.number(),
  codec_type: z.string(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  level: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  pix_fmt: z.string().optional(),
  has_b_frames: z.number().optional(),
  sample_rate: z.coerce.number().optional(),
  channels: z.number().optional(),
  avg_frame_rate: ratio,
  time_base: z.string(),
  start_time: seconds.optional(),
  duration: seconds.optional(),
  nb_frames: z.coerce.number().optional(),
  bit_rate: z.coerce.number().optional(),
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  color_range: z.string().optional(),
});

const format = z.object({
  format_name: z.string(),
  start_time: seconds.optional(),
  duration: seconds.optional(),
  size: z.coerce.number(),
  bit_rate: z.coerce.number().optional(),
  tags: z.record(z.string(), z.string()).optional(),
});

const packet = z.object({
  pts_time: seconds.optional(),
  dts_time: seconds.optional(),
  duration_time: seconds.optional(),
  size: z.coerce.number(),
  flags: z.string(),
});

const frame = z.object({
  best_effort_timestamp_time: seconds,
  pict_type: z.string().optional(),
  key_frame: z.number(),
});

/** One stream; times in seconds, rates in hertz and bits per second, names as ffprobe gives them. */
export type ProbedStream = z.infer<typeof stream>;
/** The container; times in seconds, size in bytes. */
export type ProbedFormat = z.infer<typeof format>;
/** One coded packet; times in seconds, size in bytes. */
export type ProbedPacket = z.infer<typeof packet>;
/** One decoded frame; time in seconds. */
export type ProbedFrame = z.infer<typeof frame>;

export interface ProbedFile {
  format: ProbedFormat;
  streams: ProbedStream[];
  /** The first stream of its kind, or null. */
  video: ProbedStream | null;
  audio: ProbedStream | null;
}

/** Container and streams. Throws if ffprobe can't read the file. */
export async function probeFile(path: string): Promise<ProbedFile> {
  const shape = z.object({ streams: z.array(stream), format });
  const read = shape.parse(await ffprobeJson(path, ['-show_streams', '-show_format']));
  const first = (kind: string) => read.streams.find((candidate) => candidate.codec_type === kind) ?? null;
  return { ...read, video: first('video'), audio: first('audio') };
}

/** The packets of the first stream of a kind, in file order. */
export async function probePackets(path: string, kind: 'video' | 'audio'): Promise<ProbedPacket[]> {
  const shape = z.object({ packets: z.array(packet) });
  const args = [
    '-select_streams',
    `${kind[0]}:0`,
    '-show_entries',
    'packet=pts_time,dts_time,duration_time,size,flags',
  ];
  return shape.parse(await ffprobeJson(path, args)).packets;
}

/** The decoded frames of the first stream of a kind, in order of presentation. Decodes the whole stream. */
export async function probeFrames(path: string, kind: 'video' | 'audio'): Promise<ProbedFrame[]> {
  const shape = z.object({ frames: z.array(frame) });
  const entries = 'frame=best_effort_timestamp_time,pict_type,key_frame';
  return shape.parse(await ffprobeJson(path, ['-select_streams', `${kind[0]}:0`, '-show_entries', entries])).frames;
}

/** What a full decode complains about; an empty list for a sound file. */
export async function decodeErrors(path: string): Promise<string[]> {
  const run = await runTool('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, '-f', 'null', '-']);
  const lines = run.stderr.split('\n').filter((line) => line.trim() !== '');
  return run.code === 0 || lines.length > 0 ? lines : [`ffmpeg ended with ${run.code}`];
}

/**
 * Raw RGB pictures (3 bytes a pixel) of the frames with these numbers, scaled, in the order of the numbers given.
 * @param matrix how Y'CbCr is read where the file doesn't say: browsers take BT.709 for 720 lines and more, ffmpeg BT.601
 */
export async function framesRgb(
  path: string,
  frameIndexes: readonly number[],
  size: { width: number; height: number },
  matrix: 'auto' | 'bt709' = 'auto',
): Promise<Uint8Array[]> {
  const wanted = [...new Set(frameIndexes)].toSorted((a, b) => a - b);
  const select = wanted.map((index) => `eq(n\\,${index})`).join('+');
  const filter = `select=${select},scale=${size.width}:${size.height}:in_color_matrix=${matrix}`;
  const raw = await ffmpeg([
    '-i',
    path,
    '-map',
    '0:v:0',
    '-vf',
    filter,
    '-fps_mode',
    'passthrough',
    '-pix_fmt',
    'rgb24',
    '-f',
    'rawvideo',
    '-',
  ]);
  const frameBytes = size.width * size.height * 3;
  return frameIndexes.map((index) => {
    const at = wanted.indexOf(index) * frameBytes;
    if (at + frameBytes > raw.length) throw new RangeError(`${path} has no frame ${index}.`);
    return raw.subarray(at, at + frameBytes);
  });
}

/** Samples at 48 kHz, interleaved if there are two channels; sound that starts late has silence in front. */
export async function pcm(path: string, channels: 1 | 2 = 1): Promise<Float32Array> {
  const raw = await ffmpeg([
    // Otherwise ffmpeg moves a file that begins before 0, as WebM with Opus does, and the sound with it.
    '-copyts',
    '-i',
    path,
    '-map',
    '0:a:0',
    '-af',
    'aresample=48000:async=1:first_pts=0',
    '-ac',
    String(channels),
    '-f',
    'f32le',
    '-',
  ]);
  return new Float32Array(Uint8Array.from(raw).buffer);
}

/** Hash and time of every decoded frame of a stream, in the units of its time base. */
export interface FrameHash {
  stream: number;
  pts: number;
  md5: string;
}

/** The hashes of all decoded frames, to tell whether two files show and sound the same. */
export async function framemd5(path: string): Promise<FrameHash[]> {
  const text = (await ffmpeg(['-i', path, '-f', 'framemd5', '-'])).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [streamIndex = '', , pts = '', , , md5 = ''] = line.split(',').map((word) => word.trim());
      return { stream: Number(streamIndex), pts: Number(pts), md5 };
    });
}

async function ffprobeJson(path: string, args: readonly string[]): Promise<unknown> {
  const run = await runTool('ffprobe', ['-v', 'error', '-of', 'json', ...args, path]);
  if (run.code !== 0) throw new Error(`ffprobe can't read ${path}: ${run.stderr.trim()}`);
  return JSON.parse(run.stdout.toString('utf8'));
}
