/**
 * Encodes the stretches that are not kept yet, each into a segment of its own, several encoders side by side. Each encoder takes
 * the next part when it is done with one, and brings its decoder's pictures through without waiting for the others.
 */
import { fpsNumber } from '#shared/movie/time.ts';
import { ownBytes } from '#media/bytes.ts';
import type { SegmentStore, Segment, SegmentWriter } from '../segments/segment-store.ts';
import { createEncoder, type EncodedFrame } from './encoder.ts';
import { sampledFrame } from '#shared/join/fingerprint.ts';
import { fingerprintOf } from '../check/fingerprint.ts';
import { joinParts } from './join-parts.ts';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';
import { cutIntoParts, encodersSideBySide, type Part } from './side-by-side.ts';
import { shownOrder } from './shown-order.ts';
import { stretchFrames, type StretchSource } from './stretch-frames.ts';

/** A key frame at least this often, for seeking. */
const KEY_FRAME_SECONDS = 10;
export type StretchWork = { stretch: EncodedVideo; key: string };

export type EncodeStretches = {
  source: StretchSource;
  config: VideoEncoderConfig;
  segments: SegmentStore;
  processors: number;
  /** Called for each frame that went to an encoder, and once for a stretch that was kept, with all of its frames. */
  onFrames: (stretch: EncodedVideo, frames: number) => void;
  /** Called for a stretch that need not be encoded again. */
  onReused: (stretch: EncodedVideo) => void;
};

/**
 * Stretches that were encoded before are read.
 * @throws MediaFailure `encoder-failed` or of a source, whatever the store says, or an AbortError; a stretch that was not finished leaves nothing
 */
export async function encodeStretches(job: EncodeStretches, work: readonly StretchWork[]): Promise<Segment[]> {
  const whole = new Map<string, Segment>();
  const { fresh, twins } = await readKept(job, work, whole);
  const encoders = encodersSideBySide(job.config, job.processors);
  const cut = cutIntoParts(fresh, encoders).map((parts, index) => partsWork(fresh[index], parts));
  const waiting = cut.flat();
  const done = new Map<string, Segment>();
  try {
    await sideBySide(Math.min(encoders, waiting.length), job.source.signal, (signal) =>
      encodeWaiting({ ...job, source: { ...job.source, signal } }, waiting, done),
    );
    for (const [index, parts] of cut.entries()) {
      const key = fresh[index]?.key ?? '';
      whole.set(
        key,
        await joinParts(
          job.segments,
          key,
          parts.map((part) => segmentOf(done, part.key)),
        ),
      );
    }
  } finally {
    for (const { key } of cut.flatMap((parts) => (parts.length > 1 ? parts : []))) await job.segments.remove(key);
  }
  for (const { stretch } of twins) reuse(job, stretch);
  return work.map(({ key }) => segmentOf(whole, key));
}

/** What is to be encoded, each key once; `twins` are the stretches that are the same as one of these. */
async function readKept(
  job: EncodeStretches,
  work: readonly StretchWork[],
  kept: Map<string, Segment>,
): Promise<{ fresh: StretchWork[]; twins: StretchWork[] }> {
  const fresh = new Map<string, StretchWork>();
  const twins: StretchWork[] = [];
  for (const one of work) {
    const segment = kept.get(one.key) ?? (fresh.has(one.key) ? null : await job.segments.read(one.key));
    if (segment !== null) {
      kept.set(one.key, segment);
      reuse(job, one.stretch);
    } else if (fresh.has(one.key)) twins.push(one);
    else fresh.set(one.key, one);
  }
  return { fresh: [...fresh.values()], twins };
}

function reuse({ onReused, onFrames }: EncodeStretches, stretch: EncodedVideo): void {
  onReused(stretch);
  onFrames(stretch, stretch.frameCount);
}

type PartWork = { stretch: EncodedVideo; part: Part; key: string };

/**
 * A stretch that is encoded in one is written under its own key. Where parts begin and end depends on what else is to be
 * encoded, so that a part of an export that was cut off is one of this only where both are the same.
 */
function partsWork(work: StretchWork | undefined, parts: readonly Part[]): PartWork[] {
  if (work === undefined) return [];
  const { stretch, key } = work;
  return parts.map((part) => ({ stretch, part, key: parts.length === 1 ? key : partKey(key, part) }));
}

const partKey = (key: string, { from, frameCount }: Part): string => `${key}-${from}-${frameCount}`;

function segmentOf(segments: ReadonlyMap<string, Segment>, key: string): Segment {
  const segment = segments.get(key);
  if (segment === undefined) throw new Error('A stretch was not encoded to its end');
  return segment;
}

/** Ends all when one fails, and waits for all. @throws what the first one threw */
async function sideBySide(
  count: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const rest = new AbortController();
  const failures: unknown[] = [];
  const running = Array.from({ length: count }, async () => {
    try {
      await run(AbortSignal.any([signal, rest.signal]));
    } catch (error) {
      failures.push(error);
      rest.abort();
    }
  });
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

/** One encoder, and parts from those that wait until none does. */
async function encodeWaiting(job: EncodeStretches, waiting: PartWork[], done: Map<string, Segment>): Promise<void> {
  const open: OpenSegment[] = [];
  const finished: Promise<void>[] = [];
  const failures: unknown[] = [];
  const finish = async (segment: OpenSegment): Promise<void> => {
    try {
      done.set(segment.key, await segment.finish());
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
  const encoder = createEncoder(job.config, onChunk, job.source.signal);
  try {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      check();
      const segment = openSegment(next.key, await job.segments.write(next.key), next.part.frameCount);
      open.push(segment);
      await encodePart(job, next, segment, (frame, isKey) => encoder.encode(frame, isKey));
    }
    await encoder.flush();
    await Promise.all(finished);
    check();
  } finally {
    encoder.close();
    await Promise.all(finished);
    for (const segment of open) await segment.discard();
  }
}

async function encodePart(
  { source, onFrames }: EncodeStretches,
  { stretch, part }: PartWork,
  segment: OpenSegment,
  encode: (frame: VideoFrame, isKey: boolean) => Promise<void>,
): Promise<void> {
  const keyEvery = Math.max(1, Math.round(KEY_FRAME_SECONDS * fpsNumber(source.plan.fps)));
  const sampled = sampledFrame(part);
  const played = { ...stretch, startFrame: stretch.startFrame + part.from, frameCount: part.frameCount };
  let at = 0;
  for await (const frame of stretchFrames(source, played)) {
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
