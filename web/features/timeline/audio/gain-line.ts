/** How loud a piece of music or a voice-over is over its length, as it is drawn: fades times ducking. Pure. */
import type { PublicAudio } from '#shared/entities/movie-audio.ts';
import type { AudioSpan } from '#shared/movie/audio-span.ts';
import { isDucking } from '#shared/sound/audio-layers.ts';
import { duckGains } from '#shared/sound/ducking.ts';
import { levellingGainDb } from '#shared/sound/levelling.ts';
import { loudnessBetween, PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';

const FULL_SCALE = 255;

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
/** In windows: farther apart, points are ducked one by one, or an hour would be looked at window by window. */
const FAR_STEP = 64;

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

type Heard = {
  shape: SoundShape | null;
  /** What leveling adds, in decibels. */
  levelDb: number;
  /** How much scenes and voice-overs are heard in a window of a fiftieth of a second, 0 to 1. */
  loudAt: (window: number) => number;
};

export function gainPoints(
  piece: PublicAudio,
  span: AudioSpan,
  { shape, levelDb, loudAt }: Heard,
  { from, to, step }: DrawnStretch,
): GainPoint[] {
  const length = span.endSeconds - span.startSeconds;
  const count = Math.floor((to - from - 1) / step) + 2;
  const first = Math.floor(span.startSeconds * PEAKS_PER_SECOND) + from;
  const ducked = duckedFrom(piece, { from: first, count: to - from + 1, step }, loudAt);
  const volume = piece.muted ? 0 : 10 ** ((piece.gainDb + levelDb) / 20);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const window = Math.min(to, from + index * step);
    const played = Math.min(length, window / PEAKS_PER_SECOND);
    const gain = fadeAt(piece, played, length) * ducked(window - from);
    const heard = playedFrom(span, played, length);
    return {
      at: span.startSeconds + played,
      gain,
      peak: Math.min(1, peakOf(shape, heard, step / PEAKS_PER_SECOND) * volume * gain),
    };
  });
}

/** What leveling adds to a voice-over, in decibels: it goes by all that it plays of its file, as the mixer's does. */
export function voiceLevelDb(
  { kind }: Pick<PublicAudio, 'kind'>,
  { inSeconds, passSeconds }: Pick<AudioSpan, 'inSeconds' | 'passSeconds'>,
  shape: SoundShape | null,
): number {
  if (kind !== 'voice' || shape === null) return 0;
  return levellingGainDb(loudnessBetween(shape, inSeconds, inSeconds + passSeconds));
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

/** The gain of each window, counted from the first. */
function duckedFrom(
  { kind, duckDb, duckSeconds }: PublicAudio,
  { from, count, step }: { from: number; count: number; step: number },
  loudAt: (window: number) => number,
): (window: number) => number {
  if (!isDucking({ kind, duckDb })) return () => 1;
  const duck = { db: duckDb, seconds: duckSeconds };
  if (step > FAR_STEP) return (window) => duckGains(duck, { from: from + window, count: 1 }, loudAt)[0] ?? 1;
  const gains = duckGains(duck, { from, count }, loudAt);
  return (window) => gains[window] ?? 1;
}

function peakOf(shape: SoundShape | null, fromSeconds: number, seconds: number): number {
  if (shape === null) return 0;
  const from = Math.floor(fromSeconds * PEAKS_PER_SECOND);
  const to = Math.max(from + 1, Math.floor((fromSeconds + seconds) * PEAKS_PER_SECOND));
  let highest = 0;
  for (let at = from; at < to; at += 1) highest = Math.max(highest, shape.peaks[at] ?? 0);
  return highest / FULL_SCALE;
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
