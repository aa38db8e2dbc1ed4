// H.264 sources made by x264, taken apart into record and samples, and put together again as a byte stream.

import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { ffmpeg, runTool } from '#tests/helpers/clips/run-ffmpeg.ts';
import { codecString } from '#shared/avc/avc-config.ts';
import { isIdr } from '#shared/avc/key-frame-head.ts';
import { nalUnits } from '#shared/avc/nal.ts';

export interface AvcSource {
  /** Content of avcC. */
  record: Uint8Array;
  /** In decoding order, lengths of 4 bytes. */
  samples: Uint8Array[];
  /** Times of presentation in seconds, by sample, from 0. */
  times: number[];
  /** Hashes of the decoded frames, in order of presentation. */
  frames: string[];
}

export interface X264Options {
  size?: string;
  /** Number of frames (default 24). */
  count?: number;
  /** Further arguments of the encoder. */
  args: readonly string[];
}

/** Encodes moving, noisy pictures with x264 and reads the MP4 file that ffmpeg makes of them. */
export async function encodeX264({ size = '176x144', count = 24, args }: X264Options): Promise<AvcSource> {
  const path = join(tmpdir(), `${randomUUID()}.mp4`);
  const picture = `testsrc2=size=${size}:rate=24,noise=alls=12:allf=t:all_seed=7`;
  try {
    const input = ['-f', 'lavfi', '-i', picture, '-frames:v', String(count), '-pix_fmt', 'yuv420p'];
    await ffmpeg([...input, '-c:v', 'libx264', '-threads', '1', ...args, '-f', 'mp4', path]);
    return await readAvcSource(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Record, samples and frames of the picture of an MP4 file. */
export async function readAvcSource(path: string): Promise<AvcSource> {
  using input = new Input({ formats: [MP4], source: new BufferSource(await readFile(path)) });
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (track === null || !(config?.description instanceof Uint8Array)) throw new Error(`${path} has no record.`);
  const samples: Uint8Array[] = [];
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    samples.push(packet.data);
    times.push(packet.timestamp);
  }
  return { record: config.description, samples, times, frames: await hashFrames(['-i', path]) };
}

/** Sets and samples as a byte stream (ITU-T H.264 annex B). Lengths of 4 bytes. */
export function byteStream(sets: readonly Uint8Array[], samples: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([...sets, ...samples.flatMap(unitsOf)].flatMap((unit) => [Uint8Array.of(0, 0, 0, 1), unit]));
}

/** Hashes of the frames of a byte stream. Throws if the decoder complains about anything. */
export async function hashByteStream(stream: Uint8Array): Promise<string[]> {
  return await hashFrames(['-f', 'h264', '-i', 'pipe:0'], [stream]);
}

/** Hashes of the frames of a file. Throws if the decoder complains about anything. */
export async function hashFrames(input: readonly string[], stdin: Iterable<Uint8Array> = []): Promise<string[]> {
  const output = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'framemd5', '-'];
  const run = await runTool('ffmpeg', ['-v', 'error', ...input, ...output], { stdin });
  if (run.code !== 0 || run.stderr !== '') throw new Error(`ffmpeg ended with ${run.code}: ${run.stderr}`);
  const lines = run.stdout.toString('utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '');
}

/** Units of a sample whose lengths have 4 bytes. */
export function unitsOf(sample: Uint8Array): Uint8Array[] {
  return [...nalUnits(sample, 4)].map(({ start, end }) => sample.subarray(start, end));
}

/** An MP4 file of parts at 24 frames a second, one after the other, with one sample entry for all. */
export async function writeMp4(
  record: Uint8Array,
  parts: readonly { samples: readonly Uint8Array[]; times: readonly number[] }[],
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: codecString(record), description: record, codedWidth: 176, codedHeight: 144 };
  let start = 0;
  for (const { samples, times } of parts) {
    for (const [index, sample] of samples.entries()) {
      const time = start + (times[index] ?? 0);
      const packet = new EncodedPacket(sample, isIdr(sample, 4) ? 'key' : 'delta', time, 1 / 24);
      await source.add(packet, { decoderConfig });
    }
    start += samples.length / 24;
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}
