/** How fast this machine encodes, from a few frames of the movie itself. */
import { createEncoder } from './encode.ts';
import { createScalingTrial } from './encoder-scaling.ts';
import type { EncoderChoice } from './choose-encoder.ts';
import type { EncodedVideo } from './plan-types.ts';
import { stretchFrames, type StretchSource } from './stretch-frames.ts';

const TRIAL_FRAMES = 12;
/** The first frames fill the pipeline. */
const SETTLING_FRAMES = 3;

export type SpeedTrial = Omit<StretchSource, 'isScaledByEncoder'> & {
  encoder: EncoderChoice;
  /** Milliseconds that only rise. */
  now(): number;
};

/** By format: one machine has one speed, and pixels make the difference. */
const measured = new Map<string, number>();

/** Milliseconds a million pixels; null where too little is encoded to tell. Measured once for a format in the life of a worker. */
export async function measureSpeed(trial: SpeedTrial): Promise<number | null> {
  const { format } = trial.plan.target;
  const known = measured.get(format);
  if (known !== undefined) return known;
  // What runs is never shared: it ends with the signal of the call that began it.
  const speed = await runTrial(trial);
  if (speed !== null) measured.set(format, speed);
  return speed;
}

async function runTrial(trial: SpeedTrial): Promise<number | null> {
  const { plan, encoder, signal, now } = trial;
  const longest = plan.video
    .filter((row): row is EncodedVideo => row.kind === 'encode' && !row.isCrossfade)
    .toSorted((a, b) => b.frameCount - a.frameCount)[0];
  if (longest === undefined || longest.frameCount <= SETTLING_FRAMES + 1) return null;
  const stretch = { ...longest, frameCount: Math.min(longest.frameCount, TRIAL_FRAMES) };
  const doneAtMs: number[] = [];
  const running = createEncoder(encoder.config, () => doneAtMs.push(now()), signal);
  const source = { ...trial, isScaledByEncoder: createScalingTrial(encoder.config, plan.color) };
  try {
    for await (const frame of stretchFrames(source, stretch)) await running.encode(frame, false);
    await running.flush();
  } finally {
    running.close();
  }
  const spentMs = (doneAtMs.at(-1) ?? 0) - (doneAtMs[SETTLING_FRAMES] ?? 0);
  const megapixels = (plan.target.width * plan.target.height) / 1_000_000;
  const frames = doneAtMs.length - 1 - SETTLING_FRAMES;
  return frames <= 0 ? null : spentMs / frames / megapixels;
}
