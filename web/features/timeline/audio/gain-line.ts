/** How loud a piece of music or a voice-over is over its length, as it is drawn: fades times ducking. Pure. */
import type { PublicAudio } from '#shared/entities/movie-audio.ts';
import type { AudioSpan } from '#shared/movie/audio-span.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { activity, duckGain } from '#shared/sound/ducking.ts';
import { PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';

/** Shapes by the hash of their file. */
export type Shapes = Readonly<Record<string, SoundShape>>;

const FULL_SCALE = 255;
/** The highest sample of a fiftieth of a second beside its mean, in speech. */
const CREST = 2.5;

export type GainPoint = {
  /** Seconds of the movie. */
  at: number;
  /** 0 to 1. */
  gain: number;
  /** The highest sample there with that gain and the piece's volume, 0 to 1; 0 while the sound isn't known. */
  peak: number;
};

/** At most so many points are drawn of one piece. */
const MOST_POINTS = 600;

/** @param loudAt how much scenes and voice-overs are heard in a window of a fiftieth of a second, 0 to 1 */
export function gainPoints(
  piece: PublicAudio,
  span: AudioSpan,
  { shape, loudAt }: { shape: SoundShape | null; loudAt: (window: number) => number },
): GainPoint[] {
  const length = span.endSeconds - span.startSeconds;
  const count = Math.max(2, Math.min(MOST_POINTS, Math.ceil(length * 25)));
  const volume = piece.muted ? 0 : 10 ** (piece.gainDb / 20);
  return Array.from({ length: count }, (_, index) => {
    const played = (index / (count - 1)) * length;
    const at = span.startSeconds + played;
    const gain = fadeAt(piece, played, length) * duckAt(piece, at, loudAt);
    const step = length / (count - 1);
    const from = span.inSeconds + (Math.min(played, length - 1e-6) % span.passSeconds);
    return { at, gain, peak: Math.min(1, peakOf(shape, from, step) * volume * gain) };
  });
}

function fadeAt({ fadeInSeconds, fadeOutSeconds }: PublicAudio, played: number, length: number): number {
  const rise = fadeInSeconds === 0 ? 1 : played / Math.min(fadeInSeconds, length);
  const fall = fadeOutSeconds === 0 ? 1 : (length - played) / Math.min(fadeOutSeconds, length);
  return Math.min(1, Math.max(0, rise)) * Math.min(1, Math.max(0, fall));
}

function duckAt({ kind, duckDb, duckSeconds }: PublicAudio, at: number, loudAt: (window: number) => number): number {
  if (kind !== 'music' || duckDb === 0) return 1;
  return duckGain({ db: duckDb, seconds: duckSeconds }, Math.floor(at * PEAKS_PER_SECOND), loudAt);
}

function peakOf(shape: SoundShape | null, fromSeconds: number, seconds: number): number {
  if (shape === null) return 0;
  const from = Math.floor(fromSeconds * PEAKS_PER_SECOND);
  const to = Math.max(from + 1, Math.floor((fromSeconds + seconds) * PEAKS_PER_SECOND));
  return Math.max(0, ...shape.peaks.slice(from, to)) / FULL_SCALE;
}

/**
 * How much of the movie's own sound is heard, by windows of a fiftieth of a second. The mixer goes by the samples
 * themselves; this goes by what is kept of them to draw waves, so the drawn ramps are as good as those.
 */
export function loudnessOver(plan: MoviePlan, shapes: Shapes): (window: number) => number {
  const movieSeconds = plan.frameCount / fpsNumber(plan.fps);
  const loud = new Float32Array(Math.ceil(movieSeconds * PEAKS_PER_SECOND));
  const raise = (window: number, peak: number, gain: number): void => {
    const level = activity(((peak / FULL_SCALE / CREST) * gain) ** 2);
    if (window >= 0 && window < loud.length) loud[window] = Math.max(loud[window] ?? 0, level);
  };
  for (const scene of plan.scenes) {
    const shape = shapes[scene.clip.sha256];
    if (scene.muted || shape === undefined) continue;
    const from = Math.round((scene.inFrame / fpsNumber(scene.clip.fps)) * PEAKS_PER_SECOND);
    const start = Math.round((scene.startFrame / fpsNumber(plan.fps)) * PEAKS_PER_SECOND);
    const count = Math.round((scene.frameCount / fpsNumber(plan.fps)) * PEAKS_PER_SECOND);
    const gain = 10 ** (scene.gainDb / 20);
    for (let at = 0; at < count; at += 1) raise(start + at, shape.peaks[from + at] ?? 0, gain);
  }
  for (const voice of plan.audio.filter(({ kind }) => kind === 'voice')) {
    const shape = shapes[voice.mediaId];
    const span = audioSpan(voice, { movieSeconds, fileSeconds: null });
    if (shape === undefined || span === null) continue;
    for (const { at, peak } of gainPoints(voice, span, { shape, loudAt: () => 0 }))
      for (let near = 0; near < 2; near += 1) raise(Math.floor(at * PEAKS_PER_SECOND) + near, peak * FULL_SCALE, 1);
  }
  return (window) => loud[window] ?? 0;
}

/** An outline around the middle, of peaks as they are heard. @param xOf percent of the chip at a moment of the movie */
export function audioWave(points: readonly GainPoint[], xOf: (seconds: number) => number): string {
  const upper = points.map(({ at, peak }) => `${xOf(at).toFixed(2)} ${(50 - Math.max(1, peak * 50)).toFixed(1)}`);
  const lower = points
    .toReversed()
    .map(({ at, peak }) => `${xOf(at).toFixed(2)} ${(50 + Math.max(1, peak * 50)).toFixed(1)}`);
  return `M${[...upper, ...lower].join('L')}Z`;
}

/** A line whose height is the gain. */
export function gainPath(points: readonly GainPoint[], xOf: (seconds: number) => number): string {
  return `M${points.map(({ at, gain }) => `${xOf(at).toFixed(2)} ${(100 - gain * 100).toFixed(1)}`).join('L')}`;
}
