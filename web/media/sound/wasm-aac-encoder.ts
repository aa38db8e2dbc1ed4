/** AAC-LC by a WebAssembly encoder, for browsers that have none of their own. It is loaded when first needed. */
import { AudioSample, AudioSampleSource, Mp4OutputFormat, NullTarget, Output } from 'mediabunny';
import type { AacSettings } from '#shared/sound/aac-settings.ts';
import type { EncodedSound, PacketEncoder } from '#shared/sound/packet-encoder.ts';
import { soundEncoderFailed } from './webcodecs-encoder.ts';

/** Samples that come out of a decoder before the first one that went in. */
export const WASM_AAC_DELAY_SAMPLES = 1024;

/** @throws MediaFailure `sound-encoder-failed` where it can't be loaded */
export async function createWasmAacEncoder(
  { sampleRate, channels, bitrate }: AacSettings,
  onPacket: (packet: EncodedSound) => void,
  signal: AbortSignal,
): Promise<PacketEncoder> {
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate,
    onEncodedPacket: ({ data, duration }) =>
      onPacket({ data, durationUs: Math.round(duration * 1_000_000), description: null }),
  });
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target: new NullTarget() });
  output.addAudioTrack(source);
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      throw soundEncoderFailed(error);
    }
    signal.throwIfAborted();
  };
  await guarded(async () => {
    await loadEncoder();
    await output.start();
  });
  let position = 0;
  return {
    encode: (block) =>
      guarded(async () => {
        const sample = toSample(block, sampleRate, position);
        position += sample.numberOfFrames;
        try {
          if (channels !== sample.numberOfChannels)
            throw new RangeError(`The encoder takes ${channels} channels, not ${sample.numberOfChannels}`);
          await source.add(sample);
        } finally {
          sample.close();
        }
      }),
    finish: () => guarded(() => output.finalize()),
    async close() {
      if (output.state !== 'finalized' && output.state !== 'canceled') await output.cancel();
    },
  };
}

let loading: Promise<void> | null = null;

/** What failed to load, such as while offline, is asked for again the next time. */
function loadEncoder(): Promise<void> {
  loading ??= import('@mediabunny/aac-encoder').then(
    ({ registerAacEncoder }) => registerAacEncoder(),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

function toSample(block: readonly Float32Array[], sampleRate: number, position: number): AudioSample {
  const length = block[0]?.length ?? 0;
  const data = new Float32Array(length * block.length);
  block.forEach((channel, index) => data.set(channel, index * length));
  return new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: block.length,
    sampleRate,
    timestamp: position / sampleRate,
  });
}
