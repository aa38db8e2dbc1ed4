/** Opus by the browser's own encoder, for WebM. */
import { MediaFailure } from '../failures.ts';
import { decodePackets, delayProbe, findDelay } from './encoder-delay.ts';
import { OPUS_BITRATE, OPUS_PACKET_SAMPLES, OPUS_SAMPLE_RATE } from '#shared/sound/opus.ts';
import type { EncodedSound, SoundBackend } from '#shared/sound/packet-encoder.ts';
import { claimsEncoder, createWebCodecsEncoder } from './webcodecs-encoder.ts';

const PACKET_US = (OPUS_PACKET_SAMPLES * 1_000_000) / OPUS_SAMPLE_RATE;
/** Position of the pre-skip in an OpusHead, 16 bits little-endian (RFC 7845, section 5.1). */
const PRE_SKIP_AT = 10;

/** An encoder that is known to work. */
export type OpusBackend = SoundBackend<AbortSignal> & {
  channels: number;
  /** An OpusHead that lets players drop nothing: whoever encodes makes up for the delay. */
  description: Uint8Array;
};

/** Whether this browser says that it encodes Opus. */
export async function claimsOpus(channels: number): Promise<boolean> {
  return await claimsEncoder(opusConfig(channels));
}

const backends = new Map<number, Promise<OpusBackend>>();

/**
 * The browser's encoder, tried once with a short sound that is decoded again; the answer is kept.
 * @throws MediaFailure `unsupported-sound` where there is none that works
 */
export function chooseOpusBackend(channels: number): Promise<OpusBackend> {
  const known = backends.get(channels);
  if (known !== undefined) return known;
  const choosing = tryNative(channels);
  backends.set(channels, choosing);
  return choosing;
}

async function tryNative(channels: number): Promise<OpusBackend> {
  const config = opusConfig(channels);
  if (!(await claimsEncoder(config))) throw new MediaFailure('unsupported-sound');
  const open: OpusBackend['open'] = (onPacket, signal) =>
    Promise.resolve().then(() => createWebCodecsEncoder(config, onPacket, signal));
  const tried = await tryOpus(open, channels);
  if (tried === null) throw new MediaFailure('unsupported-sound', { detail: 'its Opus does not come back' });
  return { channels, open, ...tried };
}

/** How late sound comes out of an encoder, and its head; null where it fails or garbles the sound. */
export async function tryOpus(
  open: OpusBackend['open'],
  channels: number,
): Promise<Pick<OpusBackend, 'delaySamples' | 'description'> | null> {
  const packets: EncodedSound[] = [];
  try {
    const encoder = await open((packet) => packets.push(packet), new AbortController().signal);
    try {
      await encoder.encode(wholePackets(delayProbe(channels)));
      await encoder.finish();
    } finally {
      await encoder.close();
    }
    const given = packets.find(({ description }) => description !== null)?.description ?? null;
    const description = given === null ? opusHead(channels) : withoutPreSkip(given);
    const config = { codec: 'opus', sampleRate: OPUS_SAMPLE_RATE, numberOfChannels: channels, description };
    const delaySamples = findDelay(
      await decodePackets(
        packets.map(({ data }) => data),
        config,
        OPUS_PACKET_SAMPLES,
      ),
    );
    return delaySamples === null ? null : { delaySamples, description };
  } catch {
    return null; // Whatever is wrong with it, there is no other encoder to take.
  }
}

function opusConfig(channels: number): AudioEncoderConfig {
  return {
    codec: 'opus',
    sampleRate: OPUS_SAMPLE_RATE,
    numberOfChannels: channels,
    bitrate: OPUS_BITRATE,
    opus: { frameDuration: PACKET_US },
  };
}

/** Only whole packets come out. */
function wholePackets(block: readonly Float32Array[]): Float32Array[] {
  return block.map((channel) => {
    const whole = new Float32Array(Math.ceil(channel.length / OPUS_PACKET_SAMPLES) * OPUS_PACKET_SAMPLES);
    whole.set(channel);
    return whole;
  });
}

function withoutPreSkip(head: Uint8Array): Uint8Array {
  const plain = head.slice();
  plain.fill(0, PRE_SKIP_AT, PRE_SKIP_AT + 2);
  return plain;
}

/** Version 1, no pre-skip, no output gain, mapping family 0 (RFC 7845, section 5.1). */
function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint32(12, OPUS_SAMPLE_RATE, true);
  return head;
}
