/** Finds how late sound comes out of an encoder and a decoder, by sending a burst of noise through both. */
import { aacDescription, SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import { type AacSettings } from '#shared/sound/aac-settings.ts';

const BURST_START = 8 * SAMPLES_PER_PACKET;
const BURST_LENGTH = 2 * SAMPLES_PER_PACKET;
/** Known encoders stay below 2200 samples. */
const LONGEST_DELAY = 4 * SAMPLES_PER_PACKET;
/** Noise is what a coder keeps worst, yet even at low rates far more than this of it comes back. */
const LEAST_LIKENESS = 0.5;

/** Silence, a burst of noise, and silence enough for every delay: the same sound on each channel. */
export function delayProbe(channels: number): Float32Array<ArrayBuffer>[] {
  const sound = new Float32Array(BURST_START + BURST_LENGTH + LONGEST_DELAY + 4 * SAMPLES_PER_PACKET);
  sound.set(noise(BURST_LENGTH), BURST_START);
  return Array.from({ length: channels }, () => sound);
}

/**
 * Samples between a sound's place before encoding and after decoding; null where it does not come back, or too late.
 * @param decoded the first channel of what became of the probe
 */
export function findDelay(decoded: Float32Array): number | null {
  const burst = noise(BURST_LENGTH);
  const power = scalarProduct(burst, burst);
  let best = { delay: 0, likeness: 0 };
  for (let delay = 0; delay <= LONGEST_DELAY; delay += 1) {
    const piece = decoded.subarray(BURST_START + delay, BURST_START + delay + BURST_LENGTH);
    const likeness = scalarProduct(burst, piece) / power;
    if (likeness > best.likeness) best = { delay, likeness };
  }
  return best.likeness >= LEAST_LIKENESS ? best.delay : null;
}

/** Decodes packets of AAC-LC; the first channel. The first packet stands at 0. @throws DOMException of the decoder */
export async function decodeAac(packets: readonly Uint8Array[], settings: AacSettings): Promise<Float32Array> {
  const { sampleRate, channels } = settings;
  const config = {
    codec: 'mp4a.40.2',
    sampleRate,
    numberOfChannels: channels,
    description: aacDescription(settings),
  };
  return await decodePackets(packets, config, SAMPLES_PER_PACKET);
}

/** Decodes packets of one length; the first channel. The first packet stands at 0. @throws DOMException of the decoder */
export async function decodePackets(
  packets: readonly Uint8Array[],
  config: AudioDecoderConfig,
  packetSamples: number,
): Promise<Float32Array> {
  const { sampleRate } = config;
  const sound = new Float32Array(packets.length * packetSamples);
  let failure: unknown = null;
  const decoder = new AudioDecoder({
    output: (data) => {
      place(data, sound, Math.round((data.timestamp * sampleRate) / 1_000_000));
      data.close();
    },
    error: (error) => (failure = error),
  });
  try {
    decoder.configure(config);
    packets.forEach((data, index) =>
      decoder.decode(
        new EncodedAudioChunk({
          type: 'key',
          timestamp: Math.round((index * packetSamples * 1_000_000) / sampleRate),
          data,
        }),
      ),
    );
    await decoder.flush();
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  if (failure !== null) throw failure;
  return sound;
}

function place(data: AudioData, into: Float32Array, at: number): void {
  const plane = new Float32Array(data.numberOfFrames);
  data.copyTo(plane, { format: 'f32-planar', planeIndex: 0 });
  const from = Math.max(0, -at);
  const room = Math.max(from, Math.min(plane.length, into.length - at));
  into.set(plane.subarray(from, room), at + from);
}

function scalarProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < b.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}

/** The same noise every time, smoothed so that a coder keeps most of it. */
function noise(length: number): Float32Array {
  let state = 1;
  let level = 0;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    level += (state / 2 ** 32 - 0.5 - level) / 4;
    return level;
  });
}
