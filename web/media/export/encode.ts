/** The one video encoder of a movie, with back-pressure. */
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
  /** What decodes it; encoders say it with the first frame and when it changes. Null only if one never said it. */
  config: VideoDecoderConfig | null;
};

/** Frames that wait in the encoder. */
const IN_FLIGHT = 4;

/**
 * @param onChunk gets frames in the order in which they are shown; browsers' encoders do not reorder H.264, and one that
 * does is refused here. What it throws comes out of the next call.
 */
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
  let lastUs = -1;
  let decoderConfig: VideoDecoderConfig | null = null;
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      if (problem.error !== null) return;
      try {
        if (chunk.timestamp <= lastUs)
          throw new Error(`A frame for ${chunk.timestamp} us came after one for ${lastUs} us`);
        lastUs = chunk.timestamp;
        const data = new Uint8Array(chunk.byteLength);
        chunk.copyTo(data);
        decoderConfig = metadata?.decoderConfig ?? decoderConfig;
        onChunk({ data, isKey: chunk.type === 'key', config: decoderConfig });
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
