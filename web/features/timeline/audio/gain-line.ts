/** How loud a piece of music or a voice-over is over its length, as it is drawn: fades times ducking. Pure. */
import type { PublicAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan, type AudioSpan } from '#shared/movie/audio-span.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { sceneIndexAt } from '#player/playhead.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { activity, duckGains } from '#shared/sound/ducking.ts';
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

/** A stretch of a piece that is drawn, in windows of a fiftieth of a second from the piece's start; one point each `step`. */
export type DrawnStretch = { from: number; to: number; step: number };

/** Points this far apart can't be told from a line. */
const POINT_PX = 2;

/**
 * The stretch between two moments of the movie, with points at places that stay the same while the lane is scrolled.
 * Null where nothing of the piece is between them.
 */
export function drawnStretch(
  { startSeconds, endSeconds }: AudioSpan,
  { from, to, px }: { from: number; to: number; px: number },
): DrawnStretch | null {
  const [first, last] = [Math.max(from, startSeconds) - startSeconds, Math.min(to, endSeconds) - startSeconds];
  if (last <= first || to <= from) return null;
  const pxPerWindow = px / (to - from) / PEAKS_PER_SECOND;
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(POINT_PX / pxPerWindow)));
  const end = Math.ceil((endSeconds - startSeconds) * PEAKS_PER_SECOND);
  const stepAt = (seconds: number, round: (value: number) => number): number =>
    round((seconds * PEAKS_PER_SECOND) / step) * step;
  return { from: stepAt(first, Math.floor), to: Math.min(end, stepAt(last, Math.ceil)), step };
}

/** @param loudAt how much scenes and voice-overs are heard in a window of a fiftieth of a second, 0 to 1 */
export function gainPoints(
  piece: PublicAudio,
  span: AudioSpan,
  { shape, loudAt }: { shape: SoundShape | null; loudAt: (window: number) => number },
  { from, to, step }: DrawnStretch,
): GainPoint[] {
  const length = span.endSeconds - span.startSeconds;
  const count = Math.floor((to - from - 1) / step) + 2;
  const first = Math.floor(span.startSeconds * PEAKS_PER_SECOND) + from;
  const ducked = duckedFrom(piece, { from: first, count: to - from + 1 }, loudAt);
  const volume = volumeOf(piece);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const window = Math.min(to, from + index * step);
    const played = Math.min(length, window / PEAKS_PER_SECOND);
    const gain = fadeAt(piece, played, length) * (ducked?.[window - from] ?? 1);
    const heard = playedFrom(span, played, length);
    return {
      at: span.startSeconds + played,
      gain,
      peak: Math.min(1, peakOf(shape, heard, step / PEAKS_PER_SECOND) * volume * gain),
    };
  });
}

function volumeOf({ muted, gainDb }: PublicAudio): number {
  return muted ? 0 : 10 ** (gainDb / 20);
}

/** Where in its file a piece is when so much of it was played, in seconds. */
function playedFrom({ inSeconds, passSeconds }: AudioSpan, played: number, length: number): number {
  return inSeconds + (Math.min(played, length - 1e-6) % passSeconds);
}

function fadeAt({ fadeInSeconds, fadeOutSeconds }: PublicAudio, played: number, length: number): number {
  const rise = fadeInSeconds === 0 ? 1 : played / Math.min(fadeInSeconds, length);
  const fall = fadeOutSeconds === 0 ? 1 : (length - played) / Math.min(fadeOutSeconds, length);
  return Math.min(1, Math.max(0, rise)) * Math.min(1, Math.max(0, fall));
}

/** Null where it gives way to nothing. */
function duckedFrom(
  { kind, duckDb, duckSeconds }: PublicAudio,
  windows: { from: number; count: number },
  loudAt: (window: number) => number,
): Float64Array | null {
  if (kind !== 'music' || duckDb === 0) return null;
  return duckGains({ db: duckDb, seconds: duckSeconds }, windows, loudAt);
}

function peakOf(shape: SoundShape | null, fromSeconds: number, seconds: number): number {
  if (shape === null) return 0;
  const from = Math.floor(fromSeconds * PEAKS_PER_SECOND);
  const to = Math.max(from + 1, Math.floor((fromSeconds + seconds) * PEAKS_PER_SECOND));
  let highest = 0;
  for (let at = from; at < to; at += 1) highest = Math.max(highest, shape.peaks[at] ?? 0);
  return highest / FULL_SCALE;
}

/** A scene's sound on the movie's windows. */
type SoundStretch = { start: number; count: number; from: number; gain: number; shape: SoundShape };

/**
 * How much of the movie's own sound is heard, by windows of a fiftieth of a second. The mixer goes by the samples
 * themselves; this goes by what is kept of them to draw waves, so the drawn ramps are as good as those. Only what is asked
 * for is looked up: a movie is long, and little of it is drawn.
 */
export function loudnessOver(plan: MoviePlan, shapes: Shapes): (window: number) => number {
  const movieSeconds = plan.frameCount / fpsNumber(plan.fps);
  const scenes = plan.scenes.map((scene): SoundStretch | null => {
    const shape = shapes[scene.clip.sha256];
    if (scene.muted || shape === undefined) return null;
    return {
      from: Math.round((scene.inFrame / fpsNumber(scene.clip.fps)) * PEAKS_PER_SECOND),
      start: Math.round((scene.startFrame / fpsNumber(plan.fps)) * PEAKS_PER_SECOND),
      count: Math.round((scene.frameCount / fpsNumber(plan.fps)) * PEAKS_PER_SECOND),
      gain: 10 ** (scene.gainDb / 20),
      shape,
    };
  });
  const voices = plan.audio.flatMap((piece) => {
    const shape = piece.kind === 'voice' ? shapes[piece.mediaId] : undefined;
    const span = audioSpan(piece, { movieSeconds, fileSeconds: null });
    return shape === undefined || span === null ? [] : [{ piece, span, shape }];
  });
  const ofScene = (index: number, window: number): number => {
    const scene = scenes[index];
    const at = window - (scene?.start ?? 0);
    if (!scene || at < 0 || at >= scene.count) return 0;
    return loudness((scene.shape.peaks[scene.from + at] ?? 0) / FULL_SCALE, scene.gain);
  };
  const known = new Float32Array(Math.ceil(movieSeconds * PEAKS_PER_SECOND)).fill(UNKNOWN);
  const look = (window: number): number => {
    const frame = (window / PEAKS_PER_SECOND) * fpsNumber(plan.fps);
    const index = sceneIndexAt(plan, Math.round(frame));
    // In a crossfade the scene before is heard as well; around a join either may have the window.
    const heard = [index - 1, index, index + 1].map((near) => ofScene(near, window));
    return Math.max(...heard, ...voices.map((voice) => voiceLoudness(voice, window)));
  };
  return (window) => {
    const level = known[window];
    if (level === undefined) return 0;
    return level === UNKNOWN ? (known[window] = look(window)) : level;
  };
}

/** No level is less than 0. */
const UNKNOWN = -1;

type HeardVoice = { piece: PublicAudio; span: AudioSpan; shape: SoundShape };

function voiceLoudness({ piece, span, shape }: HeardVoice, window: number): number {
  const length = span.endSeconds - span.startSeconds;
  const played = window / PEAKS_PER_SECOND - span.startSeconds;
  if (played < 0 || played >= length) return 0;
  const peak = peakOf(shape, playedFrom(span, played, length), 1 / PEAKS_PER_SECOND);
  return loudness(peak, volumeOf(piece) * fadeAt(piece, played, length));
}

/** @param peak the highest sample of a window, 0 to 1 */
function loudness(peak: number, gain: number): number {
  return activity(((peak / CREST) * gain) ** 2);
}

/** Where a point is drawn: percent of its piece. */
type PlacedPoint = GainPoint & { x: string };

/** @param xOf percent of the piece at a moment of the movie */
export function placed(points: readonly GainPoint[], xOf: (seconds: number) => number): PlacedPoint[] {
  return points.map((point) => ({ ...point, x: xOf(point.at).toFixed(3) }));
}

/** An outline around the middle, of peaks as they are heard. */
export function audioWave(points: readonly PlacedPoint[]): string {
  const upper = points.map(({ x, peak }) => `${x} ${(50 - Math.max(1, peak * 50)).toFixed(1)}`);
  const lower = points.toReversed().map(({ x, peak }) => `${x} ${(50 + Math.max(1, peak * 50)).toFixed(1)}`);
  return `M${[...upper, ...lower].join('L')}Z`;
}

/** A line whose height is the gain. */
export function gainPath(points: readonly PlacedPoint[]): string {
  return `M${points.map(({ x, gain }) => `${x} ${(100 - gain * 100).toFixed(1)}`).join('L')}`;
}
