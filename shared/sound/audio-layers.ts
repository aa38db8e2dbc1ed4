/** Lays music and voice-overs out as layers of the movie's sound: one for each pass that is heard. Pure. */
import { audioSpan, type AudioSpan } from '#shared/movie/audio-span.ts';
import type { MoviePlan, PlanAudio } from '#shared/movie/movie-plan.ts';
import { samplesAt } from '#shared/movie/time.ts';
import type { Fade } from './envelope.ts';
import type { SoundLayer } from './sound-layer.ts';

/** Takes the click off a piece that begins or ends in mid-sound. */
const CLICK_GUARD_SECONDS = 0.003;
/** Less than this between two times is rounding. */
const NEAR_SECONDS = 0.001;

/**
 * Pieces go by the whole movie, whatever range of it this is. Passes of a loop join at a sample, without a fade.
 * @param lengths of the pieces' files at the movie's rate, in samples; null for one that can't be had
 */
export function audioLayers(plan: MoviePlan, lengths: readonly (number | null)[], sampleRate: number): SoundLayer[] {
  const range = rangeSamples(plan, sampleRate);
  return plan.audio.flatMap((piece, index) => {
    const length = lengths[index] ?? null;
    return piece.muted || length === null ? [] : pieceLayers({ plan, piece, index, length, sampleRate, range });
  });
}

type RangeSamples = { fromSample: number; toSample: number; movieSamples: number };

type PieceWork = {
  plan: MoviePlan;
  piece: PlanAudio;
  index: number;
  length: number;
  sampleRate: number;
  range: RangeSamples;
};

function pieceLayers({ plan, piece, index, length, sampleRate, range }: PieceWork): SoundLayer[] {
  const { fromSample, toSample, movieSamples } = range;
  const span = audioSpan(piece, { movieSeconds: movieSamples / sampleRate, fileSeconds: length / sampleRate });
  if (span === null) return [];
  const sampleOf = (seconds: number): number => Math.round(seconds * sampleRate);
  const [start, end] = [sampleOf(span.startSeconds), Math.min(movieSamples, sampleOf(span.endSeconds))];
  const sourceStart = sampleOf(span.inSeconds);
  const pass = Math.min(length, sampleOf(span.inSeconds + span.passSeconds)) - sourceStart;
  if (pass <= 0) return [];
  const fades = pieceFades(piece, { start, end, sampleRate, cuts: cutsOf(plan, piece, span, length / sampleRate) });
  const layers: SoundLayer[] = [];
  const firstPass = Math.max(0, Math.floor((fromSample - start) / pass));
  for (let at = start + firstPass * pass; at < Math.min(end, toSample); at += pass) {
    const from = Math.max(at, fromSample);
    const to = Math.min(at + pass, end, toSample);
    if (from >= to) continue;
    layers.push({
      source: { kind: 'audio', index },
      startSample: from - fromSample,
      lengthSamples: to - from,
      sourceStartSample: sourceStart + from - at,
      gainDb: piece.gainDb,
      ...leveling(plan, piece, { sourceStartSample: sourceStart, lengthSamples: pass }),
      fades: fades
        .filter(({ direction, start, length }) => (direction === 'in' ? start + length > from : start < to))
        .map((fade) => ({ ...fade, start: fade.start - from })),
      isVoice: piece.kind === 'voice',
      ...(isDucking(piece) ? { duck: { db: piece.duckDb, seconds: piece.duckSeconds } } : {}),
    });
  }
  return layers;
}

/** Music alone gives way; a voice-over is what it gives way to. */
export function isDucking({ kind, duckDb }: Pick<PlanAudio, 'kind' | 'duckDb'>): boolean {
  return kind === 'music' && duckDb > 0;
}

/** A voice-over is leveled like a scene, by all that it plays of its file. */
function leveling(
  { levelling }: MoviePlan,
  { kind, mediaId }: PlanAudio,
  measured: { sourceStartSample: number; lengthSamples: number },
): Pick<SoundLayer, 'levelKey' | 'measured'> {
  if (!levelling || kind !== 'voice') return { levelKey: null };
  return { levelKey: `${mediaId}:${measured.sourceStartSample}+${measured.lengthSamples}`, measured };
}

type Cuts = { isIn: boolean; isOut: boolean };

/** Whether a piece begins and ends in mid-sound. Where another goes on with the same sound, nothing is cut. */
function cutsOf({ audio }: MoviePlan, piece: PlanAudio, span: AudioSpan, fileSeconds: number): Cuts {
  const played = span.endSeconds - span.startSeconds;
  const phase = played % span.passSeconds;
  const lastOut = span.inSeconds + (phase < NEAR_SECONDS ? span.passSeconds : phase);
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) < NEAR_SECONDS;
  const same = audio.filter(({ id, mediaId }) => id !== piece.id && mediaId === piece.mediaId);
  const goesOn = same.some(
    (next) =>
      isNear(next.startSeconds, span.endSeconds) && isNear(next.inSeconds, lastOut) && next.gainDb === piece.gainDb,
  );
  const wentOn = same.some(
    (before) =>
      !before.loop &&
      isNear(before.startSeconds + before.outSeconds - before.inSeconds, span.startSeconds) &&
      isNear(before.outSeconds, span.inSeconds) &&
      before.gainDb === piece.gainDb,
  );
  return { isIn: span.inSeconds > NEAR_SECONDS && !wentOn, isOut: lastOut < fileSeconds - NEAR_SECONDS && !goesOn };
}

/** Fades lie over the whole piece, whatever passes it has, and end with it where the movie's end cuts it off. */
function pieceFades(
  { fadeInSeconds, fadeOutSeconds }: PlanAudio,
  { start, end, sampleRate, cuts }: { start: number; end: number; sampleRate: number; cuts: Cuts },
): Fade[] {
  const guard = (isCut: boolean): number => (isCut ? CLICK_GUARD_SECONDS : 0);
  const lengthOf = (seconds: number): number => Math.min(end - start, Math.round(seconds * sampleRate));
  const rise = lengthOf(Math.max(fadeInSeconds, guard(cuts.isIn)));
  const fall = lengthOf(Math.max(fadeOutSeconds, guard(cuts.isOut)));
  return [
    ...(rise > 0 ? [{ direction: 'in', curve: 'linear', start, length: rise } as const] : []),
    ...(fall > 0 ? [{ direction: 'out', curve: 'linear', start: end - fall, length: fall } as const] : []),
  ];
}

/** The movie's samples that are asked for. */
function rangeSamples(plan: MoviePlan, sampleRate: number): RangeSamples {
  const { fromFrame, frameCount } = plan.partOf ?? { fromFrame: 0, frameCount: plan.frameCount };
  const fromSample = samplesAt(fromFrame, plan.fps, sampleRate);
  return {
    fromSample,
    toSample: fromSample + samplesAt(plan.frameCount, plan.fps, sampleRate),
    movieSamples: samplesAt(frameCount, plan.fps, sampleRate),
  };
}
