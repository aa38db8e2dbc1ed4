/** How fast this machine encodes and decodes and how many bits it takes, from a few frames of the movie itself. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { resolvedTags } from '#shared/color/color-tags.ts';
import { decodeFrames } from '#media/decode/decode-frames.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import { createEncoder } from './encoder.ts';
import { createScalingTrial } from './encoder-scaling.ts';
import type { EncoderChoice } from './choose-encoder.ts';
import { decodingLead } from '#shared/clip/frame-on-screen.ts';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';
import { cutIntoParts, encodersSideBySide } from './side-by-side.ts';
import { stretchFrames, type StretchSource } from './stretch-frames.ts';

const TRIAL_FRAMES = 16;
/** The first frames fill the pipeline, and the rate control settles. */
const SETTLING_FRAMES = 5;

export type SpeedTrial = Omit<StretchSource, 'isScaledByEncoder'> & {
  encoder: EncoderChoice;
  processors: number;
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
  const encoders = encodersFor(trial);
  const key = JSON.stringify([clip, trial.encoder.config, encoders]);
  const known = measured.get(key);
  if (known !== undefined) return known;
  // What runs is never shared: it ends with the signal of the call that began it.
  const found = await runSideBySide(trial, { ...stretch, frameCount: TRIAL_FRAMES }, encoders);
  measured.set(key, found);
  return found;
}

/** As many encoders as the movie will have. */
function encodersFor({ plan, encoder, processors }: SpeedTrial): number {
  const encoded = plan.video.filter((row): row is EncodedVideo => row.kind === 'encode');
  const work = encoded.map((stretch) => ({ stretch, key: '' }));
  const most = encodersSideBySide(encoder.config, processors);
  return Math.min(most, cutIntoParts(work, most).flat().length);
}

/** Each encoder is slower beside others, and all together are faster. */
async function runSideBySide(trial: SpeedTrial, stretch: EncodedVideo, encoders: number): Promise<MeasuredEncoder> {
  const found = await Promise.all(Array.from({ length: encoders }, () => runTrial(trial, stretch)));
  const meanOf = (key: keyof MeasuredEncoder): number => found.reduce((sum, one) => sum + one[key], 0) / found.length;
  return { msPerMegapixel: meanOf('msPerMegapixel') / encoders, bitsPerSecond: meanOf('bitsPerSecond') };
}

/** Frames that are only decoded, and those of them that fill the pipeline. */
const DECODED_FRAMES = 32;
const SETTLING_DECODED = 8;

export type DecodingTrial = Omit<SpeedTrial, 'encoder' | 'processors'>;

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
    const found = await runDecoding(clip, keyFrame, { signal, now, sceneNumber: scene.sceneNumber });
    measuredDecoding.set(scene.clip.sha256, found);
    return found;
  }
  return null;
}

async function runDecoding(
  clip: OpenClip,
  keyFrame: number,
  { signal, now, sceneNumber }: Pick<DecodingTrial, 'signal' | 'now'> & { sceneNumber: number },
): Promise<number> {
  const { video } = clip.facts;
  const options = { signal, sceneNumber, color: resolvedTags(video.color, video) };
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

/**
 * Text takes next to no time, and must not be drawn yet: the fonts come with the export, in this worker, and a canvas that
 * has looked for them before goes on with the browser's own for good.
 */
function withoutText(movie: MoviePlan): MoviePlan {
  return { ...movie, scenes: movie.scenes.map((scene) => ({ ...scene, overlays: [] })) };
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
  const source = {
    ...trial,
    movie: withoutText(trial.movie),
    isScaledByEncoder: createScalingTrial(encoder.config, plan.color),
  };
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
