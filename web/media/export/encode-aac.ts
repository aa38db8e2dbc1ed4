/**
 * AAC-LC by a WebAssembly encoder, because no browser on Linux has one of its own. It is loaded when first needed.
 */
import { AudioSample, AudioSampleSource, Mp4OutputFormat, NullTarget, Output } from 'mediabunny';
import type { AacConfig } from '../probe/aac-config.ts';
import { SAMPLES_PER_PACKET } from './plan-export.ts';

/** What the encoder puts in front of the first sample, in packets; players would show everything that much later. */
const PRIMING_PACKETS = 1;
const BITS_PER_CHANNEL = 80_000;
/** Samples handed over at once, so that a cancel is heard. */
const PIECE_SAMPLES = SAMPLES_PER_PACKET * 48;

/**
 * Encodes samples that fill whole packets. Packet n of the result holds the samples from n·1024 on.
 * @param channels arrays of one length, a multiple of 1024
 */
export async function encodeAac(
  channels: readonly Float32Array[],
  config: AacConfig,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  await loadEncoder();
  const packets: Uint8Array[] = [];
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: BITS_PER_CHANNEL * config.channels,
    onEncodedPacket: (packet) => packets.push(packet.data),
  });
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target: new NullTarget() });
  output.addAudioTrack(source);
  const length = channels[0]?.length ?? 0;
  try {
    await output.start();
    for (let from = 0; from < length; from += PIECE_SAMPLES) {
      signal.throwIfAborted();
      const sample = toSample(channels, config, from, Math.min(length, from + PIECE_SAMPLES));
      await source.add(sample);
      sample.close();
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  const wanted = length / SAMPLES_PER_PACKET;
  if (packets.length < wanted + PRIMING_PACKETS)
    throw new Error(`The sound encoder gave ${packets.length} packets for ${wanted}`);
  return packets.slice(PRIMING_PACKETS, PRIMING_PACKETS + wanted);
}

/** A packet of silence in mid-stream, fit to stand anywhere and any number of times. */
export async function encodeSilence(config: AacConfig, signal: AbortSignal): Promise<Uint8Array> {
  const channels = Array.from({ length: config.channels }, () => new Float32Array(4 * SAMPLES_PER_PACKET));
  const [, , packet] = await encodeAac(channels, config, signal);
  if (packet === undefined) throw new Error('The sound encoder gave no silence');
  return packet;
}

let loading: Promise<void> | null = null;

function loadEncoder(): Promise<void> {
  loading ??= import('@mediabunny/aac-encoder').then(({ registerAacEncoder }) => registerAacEncoder());
  return loading;
}

function toSample(channels: readonly Float32Array[], { sampleRate }: AacConfig, from: number, to: number): AudioSample {
  const data = new Float32Array((to - from) * channels.length);
  channels.forEach((channel, index) => data.set(channel.subarray(from, to), index * (to - from)));
  return new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: channels.length,
    sampleRate,
    timestamp: from / sampleRate,
  });
}
