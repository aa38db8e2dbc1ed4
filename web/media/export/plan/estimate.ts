/** How large a movie becomes and how long it takes, before it is made. */
import { clipFrameAt, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { aacSettings } from '#shared/sound/aac-settings.ts';
import { SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { decodingLead } from '#shared/clip/frame-on-screen.ts';
import type { MeasuredEncoder } from '../encode/measure-encoder.ts';
import type { WorkAhead } from '../progress.ts';
import type { EncodedVideo, ExportPlan } from '#shared/export-plan/plan-types.ts';

export type Estimate = {
  /** Of the finished file. */
  sizeBytes: number;
  /** Of stretches that are yet to be encoded, which are kept beside the file. */
  workBytes: number;
  /** Seconds by kind of work. */
  work: WorkAhead;
};

/** Milliseconds for a million pixels, from decoder to encoder, on the machine that the engine was measured on. */
export const USUAL_MS_PER_MEGAPIXEL = 6;
/** How much of that is decoding, by the same measurements: 2.1 of 5.5 ms for a frame of 720p. */
const DECODING_SHARE = 0.38;
/** Rates of the rest, by the same measurements: seconds of sound and bytes in a second, also of comparing and hashing. */
const SOUND_RATE = 33;
const WRITE_RATE = 150_000_000;
const COMPARE_RATE = 100_000_000;
/** Seconds for the look at one stretch: a copied one is often a single picture, an encoded one some that hang on each other. */
const LOOK_SECONDS = { copy: 0.03, encode: 0.08 };
/** Index bytes of a packet. */
const INDEX_BYTES = 12;

export type Estimated = {
  movie: MoviePlan;
  plan: ExportPlan;
  /** Of each scene's clip, in the plan's order. */
  clips: readonly ClipFacts[];
  /** What the encoder is asked for. */
  bitrateBps: number;
  /** On this machine, of this movie; null for the usual speed at the asked rate. */
  measured: MeasuredEncoder | null;
  /** Milliseconds on this machine for a million pixels that are only decoded; null or left out for the usual share of encoding. */
  decodingMs?: number | null;
  /** Stretches that earlier exports left, with the bytes of their packets; left out where there are none. */
  kept?: ReadonlyMap<EncodedVideo, number>;
};

/** Copied bytes are counted; encoded ones follow from what a few frames took, up to the rate that the encoder is asked for. */
export function estimateOf({
  movie,
  plan,
  clips,
  bitrateBps,
  measured,
  decodingMs = null,
  kept = new Map<EncodedVideo, number>(),
}: Estimated): Estimate {
  const fps = fpsNumber(plan.fps);
  const fresh = plan.video.filter((row): row is EncodedVideo => row.kind === 'encode' && !kept.has(row));
  const encodedFrames = fresh.reduce((sum, { frameCount }) => sum + frameCount, 0);
  const keptBytes = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0);
  const copiedBytes = plan.video.reduce((sum, stretch) => (stretch.kind === 'copy' ? sum + stretch.bytes : sum), 0);
  const encodedBytes = ((encodedFrames / fps) * Math.min(bitrateBps, measured?.bitsPerSecond ?? bitrateBps)) / 8;
  const sound = soundEstimate(plan, clips);
  const index = (plan.frameCount + (plan.audio?.packetCount ?? 0)) * INDEX_BYTES;
  const sizeBytes = Math.ceil(copiedBytes + keptBytes + encodedBytes + sound.bytes + index);
  const encoded = (encodedFrames * plan.target.width * plan.target.height) / 1_000_000;
  const decoded = fresh.reduce((sum, stretch) => sum + leadMegapixels(movie, clips, stretch), 0);
  const encodingMs = measured?.msPerMegapixel ?? USUAL_MS_PER_MEGAPIXEL;
  const levelling = movie.levelling ? plan.frameCount / fps / SOUND_RATE : 0;
  return {
    sizeBytes,
    workBytes: Math.ceil(encodedBytes + sound.encodedBytes),
    work: {
      encoding: (encoded * encodingMs + decoded * (decodingMs ?? encodingMs * DECODING_SHARE)) / 1000,
      sound: sound.encodedSeconds / SOUND_RATE + levelling,
      joining: sizeBytes / WRITE_RATE,
      checking: plan.video.reduce((sum, { kind }) => sum + LOOK_SECONDS[kind], sizeBytes / COMPARE_RATE),
    },
  };
}

/** What decoding all of a finished movie takes, at the usual speed. */
export function everyPictureSeconds({ frameCount, target }: Pick<ExportPlan, 'frameCount' | 'target'>): number {
  const megapixels = (frameCount * target.width * target.height) / 1_000_000;
  return (megapixels * USUAL_MS_PER_MEGAPIXEL * DECODING_SHARE) / 1000;
}

/**
 * Millions of pixels that are decoded beside those of the stretch's own frames: from the key frame on that its first frame
 * hangs on, frames that a slower movie leaves out, and the second scene of a crossfade.
 */
function leadMegapixels(movie: MoviePlan, clips: readonly ClipFacts[], stretch: EncodedVideo): number {
  const layers = stretch.isCrossfade ? [stretch.scene, stretch.scene + 1] : [stretch.scene];
  return layers.reduce((sum, index, layer) => {
    const [scene, clip] = [movie.scenes[index], clips[index]];
    if (scene === undefined || clip === undefined) return sum;
    const { codedWidth, codedHeight } = clip.video;
    const { keyFrame } = decodingLead(scene, clip, stretch.startFrame, movie.fps);
    const last = stretch.startFrame + stretch.frameCount - 1 - scene.startFrame;
    const frames = clipFrameAt(scene, last, movie.fps) + 1 - keyFrame;
    const own = layer === 0 ? stretch.frameCount : 0;
    return sum + (Math.max(0, frames - own) * codedWidth * codedHeight) / 1_000_000;
  }, 0);
}

function soundEstimate(
  { audio }: ExportPlan,
  clips: readonly ClipFacts[],
): { bytes: number; encodedBytes: number; encodedSeconds: number } {
  if (audio === null) return { bytes: 0, encodedBytes: 0, encodedSeconds: 0 };
  const secondsOf = (packets: number): number => (packets * SAMPLES_PER_PACKET) / audio.config.sampleRate;
  const encoded = audio.stretches.reduce(
    (sum, { kind, packetCount }) => (kind === 'encode' ? sum + packetCount : sum),
    0,
  );
  const encodedBytes = (secondsOf(encoded) * aacSettings(audio.config).bitrate) / 8;
  const copiedBytes = audio.runs.reduce((sum, run) => {
    const sound = run.kind === 'copy' ? (clips[run.scene]?.audio ?? null) : null;
    if (run.kind !== 'copy' || sound === null || sound.stored === null) return sum;
    const first = sound.primingPackets + run.clipPacket;
    return sound.stored.sizes.subarray(first, first + run.packetCount).reduce((bytes, size) => bytes + size, sum);
  }, 0);
  return { bytes: copiedBytes + encodedBytes, encodedBytes, encodedSeconds: secondsOf(encoded) };
}
