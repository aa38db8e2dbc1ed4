/** Decodes the sound of a file by ffmpeg, piece by piece. */
import type { Readable } from 'node:stream';
import type { SoundBlock } from '#shared/sound/sound-stream.ts';
import { ffmpegOutput, startFfmpeg, type Ffmpeg } from './run-ffmpeg.ts';

/** What music may come in. */
const MUSIC_FORMATS = 'mov,mp3,wav,flac,ogg,matroska,webm,aac,aiff';

export type SoundFile = {
  path: string;
  kind: 'clip' | 'music';
  /** Whether only the left of its two channels is sound. */
  isMonoInStereo?: boolean;
};

function inputArgs({ path, kind }: SoundFile): string[] {
  const format = kind === 'clip' ? ['-f', 'mov'] : ['-format_whitelist', MUSIC_FORMATS];
  // Times stay the file's own: sound that begins late begins late, as it does in browsers, also behind an MP3 encoder's delay.
  return ['-copyts', '-protocol_whitelist', 'file', ...format, '-vn', '-i', `file:${path}`, '-map', '0:a:0'];
}

/** Gaps are filled with silence, and what begins after 0 has silence in front. */
const PLACED = 'aresample=async=1:min_hard_comp=0.02:first_pts=0';
const LEFT_ALONE = 'pan=mono|c0=c0';
const AS_WAV = ['-c:a', 'pcm_f32le', '-f', 'wav', '-fflags', '+bitexact', 'pipe:1'];

/** All of a file's sound from its time 0 on. @throws FfmpegError, or an AbortError */
export async function* soundBlocks(ffmpeg: Ffmpeg, file: SoundFile): AsyncGenerator<SoundBlock, void> {
  const filters = file.isMonoInStereo === true ? `${LEFT_ALONE},${PLACED}` : PLACED;
  const run = startFfmpeg(ffmpeg, [...inputArgs(file), '-af', filters, ...AS_WAV]);
  try {
    run.input.end();
    yield* blocksOf(run.output);
    await run.ended;
  } finally {
    await run.stop();
  }
}

/** Whether anything comes out of a file's sound. */
export async function canDecodeSound(ffmpeg: Ffmpeg, file: SoundFile): Promise<boolean> {
  try {
    const output = await ffmpegOutput(ffmpeg, ['-xerror', ...inputArgs(file), '-frames:a', '8', ...AS_WAV]);
    const head = readHead(output);
    return head !== null && output.length > head.dataAt;
  } catch (error) {
    ffmpeg.signal.throwIfAborted();
    if (error instanceof Error && error.name === 'FfmpegError') return false;
    throw error;
  }
}

type WavHead = { sampleRate: number; channels: number; dataAt: number };

/** Null where there is not enough of it yet. @throws RangeError for what is no WAV of 32-bit floats */
function readHead(bytes: Buffer): WavHead | null {
  if (bytes.length < 12) return null;
  let format: { sampleRate: number; channels: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'data') {
      if (format === null) throw new RangeError('ffmpeg wrote sound without its format');
      return { ...format, dataAt: at + 8 };
    }
    if (name === 'fmt ') {
      if (at + 24 > bytes.length) return null;
      format = { channels: bytes.readUInt16LE(at + 10), sampleRate: bytes.readUInt32LE(at + 12) };
    }
    at += 8 + bytes.readUInt32LE(at + 4);
  }
  return null;
}

async function* blocksOf(output: Readable): AsyncGenerator<SoundBlock, void> {
  let rest = Buffer.alloc(0);
  let head: WavHead | null = null;
  let position = 0;
  for await (const piece of output) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    if (head === null) {
      head = readHead(rest);
      if (head === null) continue;
      rest = rest.subarray(head.dataAt);
    }
    const frames = Math.floor(rest.length / (4 * head.channels));
    if (frames === 0) continue;
    const { sampleRate, channels } = head;
    yield { sampleRate, position, planes: planesOf(rest, frames, channels) };
    position += frames;
    rest = rest.subarray(frames * 4 * channels);
  }
}

/** Copies, so that samples stand on a boundary of four bytes. */
function planesOf(bytes: Buffer, frames: number, channels: number): Float32Array[] {
  const own = new Uint8Array(frames * channels * 4);
  own.set(bytes.subarray(0, own.length));
  const all = new Float32Array(own.buffer);
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames);
    for (let at = 0; at < frames; at += 1) plane[at] = all[at * channels + channel]!;
    return plane;
  });
}

/** From the file's time 0 to the end of its last packet, in seconds, as the file tells it. @throws FfmpegError, or an AbortError */
export async function soundSeconds(ffmpeg: Ffmpeg, file: SoundFile): Promise<number> {
  const listing = await ffmpegOutput(ffmpeg, [...inputArgs(file), '-c', 'copy', '-f', 'framecrc', 'pipe:1']);
  const lines = listing.toString().split('\n');
  const [num = 1, den = 1] = (
    lines
      .find((line) => line.startsWith('#tb 0:'))
      ?.slice(6)
      .split('/') ?? []
  ).map(Number);
  let endTicks = 0;
  for (const line of lines) {
    if (line.startsWith('#')) continue;
    const [, , time = 0, duration = 0] = line.split(',').map(Number);
    endTicks = Math.max(endTicks, time + duration);
  }
  return (endTicks * num) / den;
}
