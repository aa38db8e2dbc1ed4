/** Encodes the stretches that are not kept yet, one encoder for all of them, each into a segment of its own. */
import { fpsNumber } from '#shared/movie/time.ts';
import { ownBytes } from '../bytes.ts';
import type { SegmentStore, Segment, SegmentWriter } from './segments.ts';
import { createEncoder, type EncodedFrame } from './encode.ts';
import { fingerprintOf, sampledFrame } from './fingerprint.ts';
import type { EncodedVideo } from './plan-types.ts';
import { stretchFrames, type StretchSource } from './stretch-frames.ts';

/** A key frame at least this often, for seeking. */
const KEY_FRAME_SECONDS = 10;
export type StretchWork = { stretch: EncodedVideo; key: string };

export type EncodeStretches = {
  source: StretchSource;
  config: VideoEncoderConfig;
  segments: SegmentStore;
  /** Called for each frame that went to the encoder, and once for a stretch that was kept, with all of its frames. */
  onFrames: (stretch: EncodedVideo, frames: number) => void;
  /** Called for a stretch that need not be encoded again. */
  onReused: (stretch: EncodedVideo) => void;
};

/**
 * In order; stretches that were encoded before are read.
 * @throws MediaFailure `encoder-failed` or of a source, whatever the store says, or an AbortError; a stretch that was not finished leaves nothing
 */
export async function encodeStretches(job: EncodeStretches, work: readonly StretchWork[]): Promise<Segment[]> {
  const { signal } = job.source;
  const found = new Map<string, Segment>();
  const open: OpenSegment[] = [];
  const finished: Promise<void>[] = [];
  const failures: unknown[] = [];
  const finish = async (segment: OpenSegment): Promise<void> => {
    try {
      const whole = await segment.finish();
      found.set(whole.key, whole);
    } catch (error) {
      failures.push(error);
      await segment.discard();
    }
  };
  const check = (): void => {
    if (failures.length > 0) throw failures[0];
  };
  const onChunk = (chunk: EncodedFrame): void => {
    const [current] = open;
    if (current === undefined) throw new Error('The encoder gave more frames than it was given');
    current.add(chunk);
    if (!current.isWhole()) return;
    open.shift();
    finished.push(finish(current));
  };
  const encoder = createEncoder(job.config, onChunk, signal);
  try {
    for (const { stretch, key } of work) {
      check();
      const kept = found.get(key) ?? (await job.segments.read(key));
      if (kept !== null || open.some((segment) => segment.key === key)) {
        if (kept !== null) found.set(key, kept);
        job.onReused(stretch);
        job.onFrames(stretch, stretch.frameCount);
        continue;
      }
      const segment = openSegment(key, await job.segments.write(key), stretch.frameCount);
      open.push(segment);
      await encodeStretch(job, stretch, segment, (frame, isKey) => encoder.encode(frame, isKey));
    }
    await encoder.flush();
    await Promise.all(finished);
    check();
  } finally {
    encoder.close();
    await Promise.all(finished);
    for (const segment of open) await segment.discard();
  }
  return work.map(({ key }) => {
    const segment = found.get(key);
    if (segment === undefined) throw new Error('A stretch was not encoded to its end');
    return segment;
  });
}

async function encodeStretch(
  { source, onFrames }: EncodeStretches,
  stretch: EncodedVideo,
  segment: OpenSegment,
  encode: (frame: VideoFrame, isKey: boolean) => Promise<void>,
): Promise<void> {
  const keyEvery = Math.max(1, Math.round(KEY_FRAME_SECONDS * fpsNumber(source.plan.fps)));
  const sampled = sampledFrame(stretch);
  let at = 0;
  for await (const frame of stretchFrames(source, stretch)) {
    if (at === sampled)
      await closedOnFailure(frame, async () => segment.sample(at, await fingerprintOf(frame, source.plan.color)));
    await encode(frame, at % keyEvery === 0);
    onFrames(stretch, 1);
    at += 1;
  }
}

async function closedOnFailure(frame: VideoFrame, use: () => Promise<void>): Promise<void> {
  try {
    await use();
  } catch (error) {
    frame.close();
    throw error;
  }
}

type OpenSegment = {
  key: string;
  add(chunk: EncodedFrame): void;
  sample(frame: number, fingerprint: Uint8Array): void;
  isWhole(): boolean;
  finish(): Promise<Segment>;
  discard(): Promise<void>;
};

function openSegment(key: string, writer: SegmentWriter, frameCount: number): OpenSegment {
  const sizes: number[] = [];
  const keys: number[] = [];
  const timesUs: number[] = [];
  let config: VideoDecoderConfig | null = null;
  let sample: { frame: number; fingerprint: number[] } | null = null;
  return {
    key,
    add(chunk) {
      if (chunk.isKey) keys.push(sizes.length);
      sizes.push(chunk.data.length);
      timesUs.push(chunk.timestampUs);
      config ??= chunk.config;
      writer.add(chunk.data);
    },
    sample(frame, fingerprint) {
      sample = { frame, fingerprint: [...fingerprint] };
    },
    isWhole: () => sizes.length === frameCount,
    async finish() {
      if (config === null) throw new Error('The encoder gave no configuration');
      return await writer.finish({
        codec: config.codec,
        description: config.description === undefined ? null : ownBytes(config.description),
        sizes,
        keys,
        shown: shownOrder(timesUs),
        timesUs: null,
        sample,
      });
    },
    discard: () => writer.discard(),
  };
}

/** Each packet's place by its time of presentation; null where they are stored in that order. */
function shownOrder(timesUs: readonly number[]): number[] | null {
  if (timesUs.every((us, at) => at === 0 || us > (timesUs[at - 1] ?? 0))) return null;
  const sorted = timesUs.toSorted((a, b) => a - b);
  const placeOf = new Map(sorted.map((us, place) => [us, place]));
  return timesUs.map((us) => placeOf.get(us) ?? 0);
}
