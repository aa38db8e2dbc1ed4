/** The one video encoder of a movie, with back-pressure. */
import { codecString, parseAvcConfig } from '#shared/avc/avc-config.ts';
import { encoderRecord, withoutSets, type CleanSample } from '#shared/avc/encoder-output.ts';
import { sameBytes } from '#shared/bytes.ts';
import { ownBytes } from '#media/bytes.ts';
import { createWake } from '#media/decode/wake.ts';
import { MediaFailure } from '#media/failures.ts';

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
        if (isAvc) decoderConfig = avcConfig(decoderConfig, told, clean);
        else decoderConfig = told ?? decoderConfig;
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

/**
 * The configuration of a stream whose samples carry no parameter sets, which therefore must stay the same from its first
 * sample to its last. @throws MediaFailure `encoder-failed` where they change
 */
function avcConfig(
  known: VideoDecoderConfig | null,
  told: VideoDecoderConfig | undefined,
  sample: CleanSample,
): VideoDecoderConfig | null {
  if (told === undefined) {
    if (known !== null) expectSame(hasSets(knownRecord(known), sample));
    return known;
  }
  if (told.description === undefined) throw new Error('The encoder told no configuration record');
  const record = encoderRecord(ownBytes(told.description), sample);
  if (known !== null) expectSame(sameBytes(knownRecord(known), record));
  return { ...told, codec: codecString(record), description: record };
}

function knownRecord({ description }: VideoDecoderConfig): Uint8Array {
  return description === undefined ? new Uint8Array() : ownBytes(description);
}

/** Whether the sets that stood in a sample are those of the record. */
function hasSets(record: Uint8Array, { sps, pps }: CleanSample): boolean {
  if (sps.length + pps.length === 0) return true;
  const config = parseAvcConfig(record);
  const all = [...(config?.sps ?? []), ...(config?.pps ?? [])];
  return [...sps, ...pps].every((set) => all.some((one) => sameBytes(one, set)));
}

function expectSame(isSame: boolean): void {
  if (!isSame) throw new MediaFailure('encoder-failed', { detail: 'the encoder changed its parameter sets' });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
