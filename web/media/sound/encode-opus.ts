/** Opus by the browser's own encoder, for WebM. */
import { MediaFailure } from '../failures.ts';
import type { PacketEncoder } from './packet-encoder.ts';
import { claimsEncoder, createWebCodecsEncoder } from './webcodecs-encoder.ts';

/** The rate at which Opus counts (RFC 7845, section 4). */
export const OPUS_SAMPLE_RATE = 48_000;
const BITRATE = 128_000;
/** 20 ms. */
const FRAME_SAMPLES = 960;
/** What libopus is late by at 48 kHz; browsers that say nothing use it too. */
export const USUAL_PRE_SKIP = 312;
/** Position of the pre-skip in an OpusHead, 16 bits little-endian (RFC 7845, section 5.1). */
const PRE_SKIP_AT = 10;

export type OpusPacket = {
  data: Uint8Array;
  /** Of the stream, pre-skip included: the sound itself begins `preSkip` samples later. */
  timestampUs: number;
  durationUs: number;
};

export type OpusStream = {
  /** The OpusHead (RFC 7845, section 5.1). */
  description: Uint8Array;
  /** Samples that a player drops from the start. */
  preSkip: number;
  /** Samples that were fed, without what fills the last packet. */
  lengthSamples: number;
};

export type OpusEncoder = {
  /** The next samples at 48 kHz, planar; waits while the encoder is behind. @throws MediaFailure, AbortError */
  encode(block: readonly Float32Array[]): Promise<void>;
  /** Gives out the last packets, closes, and tells what the container needs. @throws MediaFailure, AbortError */
  finish(): Promise<OpusStream>;
  close(): Promise<void>;
};

/** Whether this browser says that it encodes Opus. */
export async function claimsOpus(channels: number): Promise<boolean> {
  return await claimsEncoder(opusConfig(channels));
}

function opusConfig(channels: number): AudioEncoderConfig {
  return { codec: 'opus', sampleRate: OPUS_SAMPLE_RATE, numberOfChannels: channels, bitrate: BITRATE };
}

/** The caller closes it. @throws MediaFailure `unsupported-sound` where the browser has no Opus */
export async function createOpusEncoder(
  channels: number,
  onPacket: (packet: OpusPacket) => void,
  signal: AbortSignal,
): Promise<OpusEncoder> {
  const config = opusConfig(channels);
  if (!(await claimsEncoder(config)))
    throw new MediaFailure('unsupported-sound');
  let head: Uint8Array | null = null;
  let timestampUs = 0;
  let lengthSamples = 0;
  const encoder: PacketEncoder = createWebCodecsEncoder(
    config,
    ({ data, durationUs, description }) => {
      head ??= description;
      const duration = durationUs ?? (FRAME_SAMPLES * 1_000_000) / OPUS_SAMPLE_RATE;
      onPacket({ data, timestampUs, durationUs: duration });
      timestampUs += duration;
    },
    signal,
  );
  return {
    async encode(block) {
      lengthSamples += block[0]?.length ?? 0;
      await encoder.encode(block);
    },
    async finish() {
      // The end of the sound comes out late by the pre-skip, and only whole frames come out at all.
      const whole = Math.ceil((lengthSamples + FRAME_SAMPLES) / FRAME_SAMPLES) * FRAME_SAMPLES;
      await encoder.encode(Array.from({ length: channels }, () => new Float32Array(whole - lengthSamples)));
      await encoder.finish();
      const description = head ?? opusHead(channels);
      const preSkip = (description[PRE_SKIP_AT] ?? 0) | ((description[PRE_SKIP_AT + 1] ?? 0) << 8);
      return { description, preSkip, lengthSamples };
    },
    close: () => encoder.close(),
  };
}

/** The same head for a stream in which nothing is to be dropped: containers that can't say so leave the sound late. */
export function withoutPreSkip(head: Uint8Array): Uint8Array {
  const plain = head.slice();
  plain.fill(0, PRE_SKIP_AT, PRE_SKIP_AT + 2);
  return plain;
}

/** Version 1, no output gain, mapping family 0 (RFC 7845, section 5.1). */
function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint16(PRE_SKIP_AT, USUAL_PRE_SKIP, true);
  view.setUint32(12, OPUS_SAMPLE_RATE, true);
  return head;
}
