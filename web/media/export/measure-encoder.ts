/** How fast this machine encodes and decodes and how many bits it takes, from a few frames of the movie itself. */
import { fpsNumber } from '#shared/movie/time.ts';
import { resolvedTags } from '../decode/color-tags.ts';
import { decodeFrames } from '../decode/decode-frames.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import { createEncoder } from './encode.ts';
import { createScalingTrial } from './encoder-scaling.ts';
import type { EncoderChoice } from './choose-encoder.ts';
import { decodingLead } from './decoding-lead.ts';
import type { EncodedVideo } from './plan-types.ts';
import { stretchFrames, type StretchSource } from './stretch-frames.ts';

const TRIAL_FRAMES = 16;
/** The first frames fill the pipeline, and the rate control settles. */
const SETTLING_FRAMES = 5;

export type SpeedTrial = Omit<StretchSource, 'isScaledByEncoder'> & {
  encoder: EncoderChoice;
  /** Milliseconds that only rise. */
  now(): number;
};

export type MeasuredEncoder = {
  /** From decoder to encoder. */
  msPerMegapixel: number;
  bitsPerSecond: number;
};

/** By movie and configuration: what the pictures show makes the rate. */
const measured = new Map<string, MeasuredEncoder>();

/** Null where too little is encoded to tell. Measured once for a longest scene and a configuration in the life of a worker. */
export async function measureEncoder(trial: SpeedTrial): Promise<MeasuredEncoder | null> {
  const stretch = longestEncoded(trial);
  if (stretch === null) return null;
  const clip = trial.movie.scenes[stretch.scene]?.clip.sha256;
  const key = JSON.stringify([clip, trial.encoder.config]);
  const known = measured.get(key);
  if (known !== undefined) return known;
  // What runs is never shared: it ends with the signal of the call that began it.
  const found = await runTrial(trial, { ...stretch, frameCount: TRIAL_FRAMES });
  measured.set(key, found);
  return found;
}

/** Frames that are only decoded, and those of them that fill the pipeline. */
const DECODED_FRAMES = 32;
const SETTLING_DECODED = 8;

export type DecodingTrial = Omit<SpeedTrial, 'encoder'>;

/** Milliseconds for a million pixels, by clip. */
const measuredDecoding = new Map<string, number>();

/**
 * Milliseconds for a million pixels, of the first clip of which much is decoded only to come to what is encoded; null where none
 * is. Measured once for a clip in the life of a worker.
 */
export async function measureDecoding({ movie, plan, clips, signal, now }: DecodingTrial): Promise<number | null> {
  for (const stretch of plan.video) {
    const [scene, clip] = [movie.scenes[stretch.scene], clips[stretch.scene]];
    if (stretch.kind === 'copy' || scene === undefined || clip === undefined) continue;
    const { keyFrame, firstFrame } = decodingLead(scene, clip.facts, stretch.startFrame, movie.fps);
    if (firstFrame - keyFrame < DECODED_FRAMES) continue;
    const known = measuredDecoding.get(scene.clip.sha256);
    if (known !== undefined) return known;
    const found = await runDecoding(clip, keyFrame, { signal, now });
    measuredDecoding.set(scene.clip.sha256, found);
    return found;
  }
  return null;
}

async function runDecoding(
  clip: OpenClip,
  keyFrame: number,
  { signal, now }: Pick<DecodingTrial, 'signal' | 'now'>,
): Promise<number> {
  const { video } = clip.facts;
  const options = { signal, color: resolvedTags(video.color, video) };
  const doneAtMs: number[] = [];
  for await (const { frame } of decodeFrames(clip, keyFrame, keyFrame + DECODED_FRAMES - 1, options)) {
    frame.close();
    doneAtMs.push(now());
  }
  const spentMs = (doneAtMs.at(-1) ?? 0) - (doneAtMs[SETTLING_DECODED - 1] ?? 0);
  const megapixels = (video.codedWidth * video.codedHeight) / 1_000_000;
  return spentMs / (DECODED_FRAMES - SETTLING_DECODED) / megapixels;
}

function longestEncoded({ plan }: SpeedTrial): EncodedVideo | null {
  const encoded = plan.video.filter((row): row is EncodedVideo => row.kind === 'encode' && !row.isCrossfade);
  const longest = encoded.toSorted((a, b) => b.frameCount - a.frameCount)[0];
  return longest !== undefined && longest.frameCount >= TRIAL_FRAMES ? longest : null;
}

async function runTrial(trial: SpeedTrial, stretch: EncodedVideo): Promise<MeasuredEncoder> {
  const { plan, encoder, signal, now } = trial;
  const doneAtMs: number[] = [];
  const bytes: number[] = [];
  const running = createEncoder(
    encoder.config,
    ({ data }) => {
      doneAtMs.push(now());
      bytes.push(data.byteLength);
    },
    signal,
  );
  const source = { ...trial, isScaledByEncoder: createScalingTrial(encoder.config, plan.color) };
  try {
    for await (const frame of stretchFrames(source, stretch)) await running.encode(frame, false);
    await running.flush();
  } finally {
    running.close();
  }
  const settled = TRIAL_FRAMES - SETTLING_FRAMES;
  const spentMs = (doneAtMs.at(-1) ?? 0) - (doneAtMs[SETTLING_FRAMES - 1] ?? 0);
  const megapixels = (plan.target.width * plan.target.height) / 1_000_000;
  const settledBytes = bytes.slice(SETTLING_FRAMES).reduce((sum, size) => sum + size, 0);
  return {
    msPerMegapixel: spentMs / settled / megapixels,
    bitsPerSecond: (settledBytes * 8 * fpsNumber(plan.fps)) / settled,
  };
}
