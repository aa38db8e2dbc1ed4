/** The one video encoder of a movie, with back-pressure. */
import { codecString } from '../avc/avc-config.ts';
import { encoderRecord, withoutSets, type CleanSample } from '../avc/encoder-output.ts';
import { ownBytes } from '../bytes.ts';
import { createWake } from '../decode/wake.ts';
import { MediaFailure } from '../failures.ts';

export type MovieEncoder = {
  /** Waits for room, then hands the frame over and closes it. @throws MediaFailure `encoder-failed`, what `onChunk` threw, or an AbortError */
  encode(frame: VideoFrame, isKeyFrame: boolean): Promise<void>;
  /** Waits for the last chunk. */
  flush(): Promise<void>;
  /** Ends the encoder at once; may be called twice. */
  close(): void;
};

export type EncodedFrame = {
  data: Uint8Array;
  isKey: boolean;
  /** Of presentation; frames come in the order in which they are decoded, which some encoders make another. */
  timestampUs: number;
  /** What decodes it; encoders say it with the first frame and when it changes. Null only if one never said it. */
  config: VideoDecoderConfig | null;
};

/** Frames that wait in the encoder. */
const IN_FLIGHT = 4;

/** @param onChunk gets frames in the order in which they are decoded. What it throws comes out of the next call. */
export function createEncoder(
  config: VideoEncoderConfig,
  onChunk: (frame: EncodedFrame) => void,
  signal: AbortSignal,
): MovieEncoder {
  const wake = createWake(signal);
  const problem: { error: unknown } = { error: null };
  const fail = (error: unknown): void => {
    problem.error ??= error;
    wake.wake();
  };
  let decoderConfig: VideoDecoderConfig | null = null;
  const isAvc = config.avc !== undefined;
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      if (problem.error !== null) return;
      try {
        const data = new Uint8Array(chunk.byteLength);
        chunk.copyTo(data);
        const told = metadata?.decoderConfig;
        const clean = isAvc ? withoutSets(data) : { data, sps: [], pps: [] };
        if (told !== undefined) decoderConfig = isAvc ? withRecord(told, clean) : told;
        onChunk({
          data: clean.data,
          isKey: chunk.type === 'key',
          timestampUs: chunk.timestamp,
          config: decoderConfig,
        });
      } catch (error) {
        fail(error);
      }
    },
    error: (error) => fail(new MediaFailure('encoder-failed', { detail: error.message }, error)),
  });
  encoder.addEventListener('dequeue', wake.wake);
  encoder.configure(config);
  const check = (): void => {
    signal.throwIfAborted();
    if (problem.error !== null) throw problem.error;
  };
  return {
    async encode(frame, isKeyFrame) {
      try {
        check();
        while (encoder.encodeQueueSize >= IN_FLIGHT) {
          await wake.wait();
          check();
        }
        encoder.encode(frame, { keyFrame: isKeyFrame });
      } finally {
        frame.close();
      }
    },
    async flush() {
      check();
      // An encoder that fails rejects the flush as well as calling `error`; the latter names the failure.
      await Promise.race([encoder.flush().catch(fail), aborted(signal)]);
      check();
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

function withRecord(config: VideoDecoderConfig, first: CleanSample): VideoDecoderConfig {
  if (config.description === undefined) throw new Error('The encoder told no configuration record');
  const record = encoderRecord(ownBytes(config.description), first);
  return { ...config, codec: codecString(record), description: record };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
