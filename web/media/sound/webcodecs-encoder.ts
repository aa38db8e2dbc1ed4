/** The browser's own sound encoders, fed as a stream. */
import { ownBytes } from '../bytes.ts';
import { MediaFailure } from '../failures.ts';
import { createWake } from '../decode/wake.ts';
import type { EncodedSound, PacketEncoder } from '#shared/sound/packet-encoder.ts';

/** Blocks that may wait in the encoder. */
const QUEUE_BLOCKS = 4;

/** Whether the browser says that it has the encoder. A claim: only an encode shows it. */
export async function claimsEncoder(config: AudioEncoderConfig): Promise<boolean> {
  if (typeof AudioEncoder === 'undefined') return false;
  try {
    return (await AudioEncoder.isConfigSupported(config)).supported === true;
  } catch {
    return false; // A TypeError is the answer of browsers that don't know a field of the configuration.
  }
}

/** Wraps what an encoder says when it stops. */
export function soundEncoderFailed(error: unknown): MediaFailure {
  if (error instanceof MediaFailure) return error;
  return new MediaFailure(
    'sound-encoder-failed',
    { detail: error instanceof Error ? error.message : String(error) },
    error,
  );
}

/** @throws MediaFailure `sound-encoder-failed` where the browser refuses the configuration */
export function createWebCodecsEncoder(
  config: AudioEncoderConfig,
  onPacket: (packet: EncodedSound) => void,
  signal: AbortSignal,
): PacketEncoder {
  const wake = createWake(signal);
  let failure: unknown = null;
  let position = 0;
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => onPacket(toPacket(chunk, metadata)),
    error: (error) => {
      failure ??= error;
      wake.wake();
    },
  });
  encoder.addEventListener('dequeue', wake.wake);
  const check = (): void => {
    signal.throwIfAborted();
    if (failure !== null) throw soundEncoderFailed(failure);
  };
  const close = (): Promise<void> => {
    if (encoder.state !== 'closed') encoder.close();
    return Promise.resolve();
  };
  try {
    encoder.configure(config);
  } catch (error) {
    void close();
    throw soundEncoderFailed(error);
  }
  return {
    async encode(block) {
      check();
      const sound = toAudioData(block, config.sampleRate, position);
      position += sound.numberOfFrames;
      try {
        encoder.encode(sound);
      } catch (error) {
        throw soundEncoderFailed(failure ?? error);
      } finally {
        sound.close();
      }
      while (encoder.encodeQueueSize > QUEUE_BLOCKS) {
        await wake.wait();
        check();
      }
    },
    async finish() {
      check();
      try {
        await encoder.flush();
      } catch (error) {
        check();
        throw soundEncoderFailed(error);
      }
      check();
      await close();
    },
    close,
  };
}

function toAudioData(block: readonly Float32Array[], sampleRate: number, position: number): AudioData {
  const length = block[0]?.length ?? 0;
  const data = new Float32Array(length * block.length);
  block.forEach((channel, index) => data.set(channel, index * length));
  return new AudioData({
    format: 'f32-planar',
    sampleRate,
    numberOfFrames: length,
    numberOfChannels: block.length,
    timestamp: Math.round((position * 1_000_000) / sampleRate),
    data,
  });
}

function toPacket(chunk: EncodedAudioChunk, metadata: EncodedAudioChunkMetadata | undefined): EncodedSound {
  const data = new Uint8Array(chunk.byteLength);
  chunk.copyTo(data);
  const description = metadata?.decoderConfig?.description;
  return { data, durationUs: chunk.duration, description: description === undefined ? null : ownBytes(description) };
}
