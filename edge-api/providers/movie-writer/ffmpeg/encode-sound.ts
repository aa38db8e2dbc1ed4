/** AAC and Opus by ffmpeg, packet by packet, as the shared code asks for them. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { AacSettings } from '#shared/sound/aac-settings.ts';
import { OPUS_BITRATE, OPUS_SAMPLE_RATE } from '#shared/sound/opus.ts';
import type { EncodedSound, PacketEncoder, SoundBackend } from '#shared/sound/packet-encoder.ts';
import { startFfmpeg, type Ffmpeg } from './run-ffmpeg.ts';

/** What ffmpeg's own AAC encoder puts in front. */
const AAC_DELAY_SAMPLES = 1024;
/** libopus looks ahead by 6.5 ms at 48 kHz: the pre-skip that it tells. */
const OPUS_DELAY_SAMPLES = 312;

/** @param ffmpeg the signal is given with each opening */
export function aacBackend(ffmpeg: Ffmpeg, { sampleRate, channels, bitrate }: AacSettings): SoundBackend<AbortSignal> {
  const args = [...pcmInput(sampleRate, channels), '-c:a', 'aac', '-b:a', String(bitrate), '-f', 'adts', 'pipe:1'];
  return {
    delaySamples: AAC_DELAY_SAMPLES,
    open: async (onPacket, signal) => openEncoder({ ...ffmpeg, signal }, args, adtsPackets, onPacket),
  };
}

/** @param channels 1 or 2 */
export function opusBackend(ffmpeg: Ffmpeg, channels: number): SoundBackend<AbortSignal> {
  const rate = ['-b:a', String(OPUS_BITRATE), '-frame_duration', '20', '-application', 'audio'];
  const args = [
    ...pcmInput(OPUS_SAMPLE_RATE, channels),
    '-c:a',
    'libopus',
    ...rate,
    '-f',
    'ogg',
    '-page_duration',
    '20000',
    'pipe:1',
  ];
  return {
    delaySamples: OPUS_DELAY_SAMPLES,
    open: async (onPacket, signal) => openEncoder({ ...ffmpeg, signal }, args, oggPackets, onPacket),
  };
}

function pcmInput(sampleRate: number, channels: number): string[] {
  return ['-f', 'f32le', '-ar', String(sampleRate), '-ac', String(channels), '-i', 'pipe:0', '-fflags', '+bitexact'];
}

function openEncoder(
  ffmpeg: Ffmpeg,
  args: readonly string[],
  packetsOf: (output: Readable) => AsyncGenerator<Uint8Array, void>,
  onPacket: (packet: EncodedSound) => void,
): PacketEncoder {
  const run = startFfmpeg(ffmpeg, args);
  const reading = (async () => {
    for await (const data of packetsOf(run.output)) onPacket({ data, durationUs: null, description: null });
  })();
  reading.catch(() => undefined);
  return {
    async encode(block) {
      ffmpeg.signal.throwIfAborted();
      if (run.input.write(interleaved(block))) return;
      // An encoder that has ended takes nothing more: why it ended says more than the pipe that broke for it.
      await Promise.race([once(run.input, 'drain').catch(() => run.ended), run.ended]);
      ffmpeg.signal.throwIfAborted();
    },
    async finish() {
      run.input.end();
      await reading;
      await run.ended;
    },
    close: () => run.stop(),
  };
}

function interleaved(block: readonly Float32Array[]): Uint8Array {
  const length = block[0]?.length ?? 0;
  const all = new Float32Array(length * block.length);
  block.forEach((channel, index) => {
    for (let at = 0; at < length; at += 1) all[at * block.length + index] = channel[at]!;
  });
  return new Uint8Array(all.buffer);
}

/** Bytes of a header without a checksum (ISO/IEC 14496-3, 1.A.2.2). */
const ADTS_HEAD = 7;

async function* adtsPackets(output: Readable): AsyncGenerator<Uint8Array, void> {
  let rest = Buffer.alloc(0);
  for await (const piece of output) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    while (rest.length >= ADTS_HEAD) {
      if (rest[0] !== 0xff || (rest[1]! & 0xf0) !== 0xf0) throw new RangeError('ffmpeg wrote sound that is no ADTS');
      const size = ((rest[3]! & 3) << 11) | (rest[4]! << 3) | (rest[5]! >> 5);
      if (rest.length < size) break;
      const head = (rest[1]! & 1) === 1 ? ADTS_HEAD : ADTS_HEAD + 2;
      yield new Uint8Array(rest.subarray(head, size));
      rest = rest.subarray(size);
    }
  }
}

/** A page's head up to its table of lengths (RFC 3533, section 6). */
const OGG_HEAD = 27;
/** OpusHead and OpusTags. */
const HEADER_PACKETS = 2;

async function* oggPackets(output: Readable): AsyncGenerator<Uint8Array, void> {
  let rest = Buffer.alloc(0);
  let open: Buffer[] = [];
  let packets = 0;
  for await (const piece of output) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    for (let page = pageIn(rest); page !== null; page = pageIn(rest)) {
      let at = page.bodyAt;
      for (const length of page.lengths) {
        open.push(rest.subarray(at, at + length));
        at += length;
        if (length === 255) continue;
        if (packets >= HEADER_PACKETS) yield new Uint8Array(Buffer.concat(open));
        packets += 1;
        open = [];
      }
      rest = rest.subarray(at);
    }
  }
}

function pageIn(bytes: Buffer): { bodyAt: number; lengths: Uint8Array } | null {
  if (bytes.length < OGG_HEAD) return null;
  if (bytes.toString('latin1', 0, 4) !== 'OggS') throw new RangeError('ffmpeg wrote sound that is no Ogg');
  const bodyAt = OGG_HEAD + bytes[26]!;
  const lengths = bytes.subarray(OGG_HEAD, bodyAt);
  const size = lengths.reduce((sum, length) => sum + length, 0);
  return bytes.length < bodyAt || bytes.length < bodyAt + size ? null : { bodyAt, lengths };
}
