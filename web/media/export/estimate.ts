/** How large a movie becomes and how long it takes, before it is made. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { aacSettings, SAMPLES_PER_PACKET } from '../sound/aac-settings.ts';
import type { ClipFacts } from '../probe/clip-facts.ts';
import type { MeasuredEncoder } from './measure-encoder.ts';
import type { WorkAhead } from './progress.ts';
import type { ExportPlan } from './plan-types.ts';

export type Estimate = {
  /** Of the finished file. */
  sizeBytes: number;
  /** Of encoded stretches, which are kept beside the file. */
  workBytes: number;
  /** Seconds by kind of work. */
  work: WorkAhead;
};

/** Milliseconds for a million pixels, from decoder to encoder, on the machine that the engine was measured on. */
export const USUAL_MS_PER_MEGAPIXEL = 6;
/** Rates of the rest, by the same measurements: seconds of sound and bytes in a second, and the check of one stretch. */
const SOUND_RATE = 33;
const WRITE_RATE = 150_000_000;
const CHECK_SECONDS = 0.06;
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
};

/** Copied bytes are counted; encoded ones follow from what a few frames took, up to the rate that the encoder is asked for. */
export function estimateOf({ movie, plan, clips, bitrateBps, measured }: Estimated): Estimate {
  const fps = fpsNumber(plan.fps);
  const encodedFrames = plan.video.reduce(
    (sum, { kind, frameCount }) => (kind === 'encode' ? sum + frameCount : sum),
    0,
  );
  const copiedBytes = plan.video.reduce((sum, stretch) => (stretch.kind === 'copy' ? sum + stretch.bytes : sum), 0);
  const encodedBytes = ((encodedFrames / fps) * Math.min(bitrateBps, measured?.bitsPerSecond ?? bitrateBps)) / 8;
  const sound = soundEstimate(plan, clips);
  const index = (plan.frameCount + (plan.audio?.packetCount ?? 0)) * INDEX_BYTES;
  const sizeBytes = Math.ceil(copiedBytes + encodedBytes + sound.bytes + index);
  const megapixels = (encodedFrames * plan.target.width * plan.target.height) / 1_000_000;
  const levelling = movie.levelling ? plan.frameCount / fps / SOUND_RATE : 0;
  return {
    sizeBytes,
    workBytes: Math.ceil(encodedBytes + sound.encodedBytes),
    work: {
      encoding: (megapixels * (measured?.msPerMegapixel ?? USUAL_MS_PER_MEGAPIXEL)) / 1000,
      sound: sound.encodedSeconds / SOUND_RATE + levelling,
      joining: sizeBytes / WRITE_RATE,
      checking: plan.video.length * CHECK_SECONDS,
    },
  };
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
