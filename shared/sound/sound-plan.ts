/**
 * Lays out the movie's sound: what is heard from where to where, how loud, and under which fades. Pure: positions are
 * samples at the movie's sound rate, counted from the movie's time 0.
 */
import { sampleAtUs, samplesAt, US_PER_SECOND } from '#shared/movie/time.ts';
import {
  playedFromSample,
  wholeFrames,
  type CutRamp,
  type MoviePlan,
  type PlanScene,
} from '#shared/movie/movie-plan.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { audioLayers } from './audio-layers.ts';
import type { Fade, FadeCurve } from './envelope.ts';
import type { SoundLayer } from './sound-layer.ts';

/** Where the sum may reach full scale, and where it stays below the limiter's ceiling because something is mixed or amplified. */
export type LimitedSpan = { startSample: number; endSample: number; isMixed: boolean };

/** A part of the movie that sounds on without a hard cut. Its spans lie one after the other and fill it. */
export type SoundSection = { startSample: number; endSample: number; spans: LimitedSpan[] };

export type SoundPlan = {
  sampleRate: number;
  lengthSamples: number;
  /** In the order in which they begin. */
  layers: SoundLayer[];
  /** In order; they fill the movie. */
  sections: SoundSection[];
};

export type SoundFacts = {
  /** Hertz. */
  sampleRate: number;
  /** Of the clip of each scene, in the plan's order; null for one without sound. */
  clips: readonly (ClipSound | null)[];
  /** Lengths of the files of the plan's music and voice-overs at the movie's rate, in their order; null for one that can't be had. */
  audioSamples: readonly (number | null)[];
};

export type ClipSound = {
  /** When the clip's first frame is shown, in microseconds of the clip: a scene begins there, and its sound with it. */
  pictureStartUs: number;
  /** When the sound ends, in microseconds of the clip; null where it is heard to the end of the file. */
  endUs: number | null;
};

export function clipSoundOf({ video, audio }: ClipFacts): ClipSound | null {
  if (audio === null) return null;
  return {
    pictureStartUs: video.frameTimesUs[0] ?? 0,
    // The library that decodes does not know where an edit list ends.
    endUs: audio.stored === null ? null : audio.endSeconds * US_PER_SECOND,
  };
}

/** Takes the click off a cut in mid-sound; too short to be heard as a fade. */
const CLICK_GUARD_SECONDS = 0.003;

/** Scenes that are muted or have no sound get no layer. */
export function planSound(plan: MoviePlan, { sampleRate, clips, audioSamples }: SoundFacts): SoundPlan {
  const lengthSamples = samplesAt(plan.frameCount, plan.fps, sampleRate);
  const placed = placedScenes(plan, sampleRate);
  const sceneLayers = placed.flatMap((at, order) => {
    const clip = clips[at.index] ?? null;
    if (at.scene.muted || clip === null) return [];
    const neighbours = { before: placed[order - 1], after: placed[order + 1] };
    const layer = sceneLayer(plan, at, clip, neighbours, sampleRate);
    return layer.lengthSamples > 0 ? [layer] : [];
  });
  const pieces = audioLayers(plan, audioSamples, sampleRate);
  const layers = [...sceneLayers, ...pieces].toSorted((a, b) => a.startSample - b.startSample);
  const amplified = new Set(
    sceneLayers.flatMap((layer) =>
      layer.source.kind === 'scene' && (layer.gainDb > 0 || layer.levelKey !== null) ? [layer.source.index] : [],
    ),
  );
  const sections =
    pieces.length > 0
      ? [wholeMovie(lengthSamples)]
      : sectionsOf(
          placed
            .filter((at) => at.startSample < at.endSample)
            .map((at) => ({ ...at, isAmplified: amplified.has(at.index) })),
          lengthSamples,
        );
  return { sampleRate, lengthSamples, layers, sections };
}

/** Loudness is that of the played part of a file, so it can be kept for as long as the trim stays. */
export function levelKey(scene: PlanScene): string {
  const { inFrame, outFrame } = scene.cut ?? scene;
  return `${scene.clip.sha256}:${inFrame}-${outFrame}`;
}

type Span = { startSample: number; endSample: number };
/** Where a scene is heard. Its picture begins earlier where a crossfade leaves the sound before it alone. */
type PlacedScene = Span & { scene: PlanScene; index: number; pictureStart: number; pictureEnd: number };
type Neighbours = { before: PlacedScene | undefined; after: PlacedScene | undefined };

/** In the order in which they begin. */
function placedScenes(plan: MoviePlan, sampleRate: number): PlacedScene[] {
  const scenes = plan.scenes
    .map((scene, index) => ({ scene, index, ...sceneSpan(plan, scene, sampleRate) }))
    .toSorted((a, b) => a.startSample - b.startSample);
  const cuts = scenes.map((at, order) => cutWithin(plan, at, scenes[order + 1], sampleRate));
  return scenes.map((at, order) => {
    const startSample = Math.max(at.startSample, cuts[order - 1] ?? at.startSample);
    const endSample = Math.min(at.endSample, cuts[order] ?? at.endSample);
    return { ...at, startSample, endSample, pictureStart: at.startSample, pictureEnd: at.endSample };
  });
}

/** The middle of a crossfade of pictures alone, where one scene's sound takes the place of the other's. */
function cutWithin(
  plan: MoviePlan,
  { scene, endSample }: Span & { scene: PlanScene },
  next: Span | undefined,
  sampleRate: number,
): number | null {
  if (next === undefined || scene.transition?.kind !== 'crossfade' || scene.transition.sound) return null;
  if (next.startSample >= endSample) return null;
  const ramp = crossfadeRamp(plan, scene, sampleRate) ?? { length: endSample - next.startSample, leftOut: 0 };
  return next.startSample - ramp.leftOut + Math.round(ramp.length / 2);
}

function sceneSpan(plan: MoviePlan, scene: PlanScene, sampleRate: number): Span {
  return {
    startSample: samplesAt(scene.startFrame, plan.fps, sampleRate),
    endSample: samplesAt(scene.startFrame + scene.frameCount, plan.fps, sampleRate),
  };
}

function sceneLayer(
  plan: MoviePlan,
  at: PlacedScene,
  { pictureStartUs, endUs }: ClipSound,
  neighbours: Neighbours,
  sampleRate: number,
): SoundLayer {
  const { scene, index, startSample, endSample } = at;
  const isCutShort = startSample > at.pictureStart || endSample < at.pictureEnd;
  const pictureStart = sampleAtUs(pictureStartUs, sampleRate);
  const sourceStartSample =
    pictureStart + playedFromSample(scene, plan.fps, sampleRate) + startSample - at.pictureStart;
  const whole = scene.cut ?? scene;
  const sourceEndSample = Math.min(
    pictureStart + samplesAt(whole.outFrame, scene.clip.fps, sampleRate),
    endUs === null ? Number.POSITIVE_INFINITY : sampleAtUs(endUs, sampleRate),
  );
  const wholeStart = pictureStart + samplesAt(whole.inFrame, scene.clip.fps, sampleRate);
  const measured = { sourceStartSample: wholeStart, lengthSamples: sourceEndSample - wholeStart };
  return {
    source: { kind: 'scene', index },
    startSample,
    // A foreign frame rate rounds the scene's length; what a trim cut off is not heard even so.
    lengthSamples: Math.min(endSample - startSample, sourceEndSample - sourceStartSample),
    sourceStartSample,
    gainDb: scene.gainDb,
    levelKey: plan.levelling ? levelKey(scene) : null,
    ...(plan.levelling && (scene.cut || isCutShort) ? { measured } : {}),
    fades: [
      ...ownFades(plan, at, sampleRate),
      ...headFades(plan, at, neighbours.before, sampleRate),
      ...tailFades(plan, at, neighbours.after, sampleRate),
    ],
  };
}

/** Those of the scene's sound alone. They go by the whole scene, whatever a range or a cut leaves of it. */
function ownFades(plan: MoviePlan, { scene, startSample, pictureStart }: PlacedScene, sampleRate: number): Fade[] {
  const length = samplesAt(wholeFrames(scene, plan.fps), plan.fps, sampleRate);
  const leftOut = samplesAt(scene.cut?.skippedFrames ?? 0, plan.fps, sampleRate) + startSample - pictureStart;
  const rise = Math.min(length, Math.round(scene.fadeInSeconds * sampleRate));
  const fall = Math.min(length, Math.round(scene.fadeOutSeconds * sampleRate));
  return [
    ...(rise > 0 ? [{ direction: 'in', curve: 'linear', start: 0 - leftOut, length: rise } as const] : []),
    ...(fall > 0 ? [{ direction: 'out', curve: 'linear', start: length - fall - leftOut, length: fall } as const] : []),
  ];
}

function headFades(plan: MoviePlan, at: PlacedScene, before: PlacedScene | undefined, sampleRate: number): Fade[] {
  const length = at.endSample - at.startSample;
  const fade = (curve: FadeCurve, samples: number): Fade[] =>
    samples > 0 ? [{ direction: 'in', curve, start: 0, length: Math.min(length, samples) }] : [];
  if (before !== undefined && before.endSample > at.startSample) {
    const ramp = crossfadeRamp(plan, before.scene, sampleRate);
    if (ramp !== null) return [{ direction: 'in', curve: 'equal-power', start: -ramp.leftOut, length: ramp.length }];
    return fade('equal-power', before.endSample - at.startSample);
  }
  const cut = at.scene.cut?.fadeIn;
  if (cut && cut.seconds > 0) {
    const ramp = rampSamples(plan, cut, sampleRate);
    return [{ direction: 'in', curve: 'linear', start: -ramp.leftOut, length: ramp.length }];
  }
  if (before?.scene.transition?.kind === 'fade-black' && before.scene.transition.sound)
    return fade('linear', halfOf(before.scene.transition.seconds, sampleRate));
  const isLater = at.startSample > at.pictureStart;
  const isCutInto = isLater || (at.scene.inFrame > 0 && !(before !== undefined && goesOn(before, at)));
  return isCutInto ? fade('linear', clickGuard(sampleRate)) : [];
}

function tailFades(plan: MoviePlan, at: PlacedScene, after: PlacedScene | undefined, sampleRate: number): Fade[] {
  const length = at.endSample - at.startSample;
  const fade = (curve: FadeCurve, samples: number): Fade[] => {
    const whole = Math.min(length, samples);
    return whole > 0 ? [{ direction: 'out', curve, start: length - whole, length: whole }] : [];
  };
  if (after !== undefined && after.startSample < at.endSample) {
    const ramp = crossfadeRamp(plan, at.scene, sampleRate);
    const start = after.startSample - at.startSample;
    if (ramp !== null)
      return [{ direction: 'out', curve: 'equal-power', start: start - ramp.leftOut, length: ramp.length }];
    return fade('equal-power', at.endSample - after.startSample);
  }
  const cut = at.scene.cut?.fadeOut;
  if (cut && cut.seconds > 0) {
    const ramp = rampSamples(plan, cut, sampleRate);
    return [{ direction: 'out', curve: 'linear', start: length + ramp.leftOut - ramp.length, length: ramp.length }];
  }
  if (after !== undefined && at.scene.transition?.kind === 'fade-black' && at.scene.transition.sound)
    return fade('linear', halfOf(at.scene.transition.seconds, sampleRate));
  const isEarlier = at.endSample < at.pictureEnd;
  const isCutOff =
    isEarlier || (at.scene.outFrame < at.scene.clip.frameCount && !(after !== undefined && goesOn(at, after)));
  return isCutOff ? fade('linear', clickGuard(sampleRate)) : [];
}

/** Of the crossfade that begins in a scene; null where a range of the movie has cut nothing. */
function crossfadeRamp(plan: MoviePlan, scene: PlanScene, sampleRate: number) {
  const ramp = scene.cut?.crossfade;
  return ramp ? rampSamples(plan, ramp, sampleRate) : null;
}

function rampSamples(plan: MoviePlan, { leftOut, seconds }: CutRamp, sampleRate: number) {
  return { length: Math.round(seconds * sampleRate), leftOut: samplesAt(leftOut, plan.fps, sampleRate) };
}

/** Whether the second scene is the same file's sound where the first one leaves it. */
function goesOn(first: PlacedScene, second: PlacedScene): boolean {
  return (
    first.scene.clip.sha256 === second.scene.clip.sha256 &&
    first.scene.outFrame === second.scene.inFrame &&
    first.endSample === second.startSample
  );
}

function halfOf(seconds: number, sampleRate: number): number {
  return Math.round((seconds * sampleRate) / 2);
}

function clickGuard(sampleRate: number): number {
  return Math.round(CLICK_GUARD_SECONDS * sampleRate);
}

function wholeMovie(lengthSamples: number): SoundSection {
  const all = { startSample: 0, endSample: lengthSamples };
  return { ...all, spans: [{ ...all, isMixed: true }] };
}

/** Scenes that overlap are one section; between others lies a hard cut. */
function sectionsOf(scenes: readonly (Span & { isAmplified: boolean })[], lengthSamples: number): SoundSection[] {
  const sections: (Span & { mixes: Span[] })[] = [];
  for (const scene of scenes) {
    const { startSample, endSample, isAmplified } = scene;
    const last = sections.at(-1);
    const mixes = isAmplified ? [{ startSample, endSample }] : [];
    if (last === undefined || last.endSample <= startSample) sections.push({ startSample, endSample, mixes });
    else {
      last.mixes.push({ startSample, endSample: Math.min(last.endSample, endSample) }, ...mixes);
      last.endSample = Math.max(last.endSample, endSample);
    }
  }
  return sections
    .map(({ startSample, endSample, mixes }) => ({ startSample, endSample: Math.min(endSample, lengthSamples), mixes }))
    .map(({ mixes, ...span }) => ({ ...span, spans: spansOf(span, mixes) }));
}

function spansOf({ startSample, endSample }: Span, mixes: readonly Span[]): LimitedSpan[] {
  const borders = [startSample, endSample, ...mixes.flatMap((mix) => [mix.startSample, mix.endSample])]
    .filter((border) => border >= startSample && border <= endSample)
    .toSorted((a, b) => a - b);
  return borders.slice(1).flatMap((end, index) => {
    const start = borders[index] ?? end;
    if (start === end) return [];
    return [
      {
        startSample: start,
        endSample: end,
        isMixed: mixes.some((mix) => mix.startSample <= start && end <= mix.endSample),
      },
    ];
  });
}
