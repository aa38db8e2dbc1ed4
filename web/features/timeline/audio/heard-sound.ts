/**
 * How much of the movie's own sound is heard, by windows of a fiftieth of a second: what music gives way to. It goes by the
 * mixer's own layers, with their volumes, leveling and fades; but the mixer has the samples themselves, and this only what is
 * kept of them to draw waves, so the drawn ramps are as good as that. Only what is asked for is looked up: a movie is long,
 * and little of it is drawn. Pure.
 */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { activity } from '#shared/sound/ducking.ts';
import { fadeGain } from '#shared/sound/envelope.ts';
import { levellingGainDb } from '#shared/sound/levelling.ts';
import { isHeeded, type SoundLayer } from '#shared/sound/sound-layer.ts';
import { planSound } from '#shared/sound/sound-plan.ts';
import { loudnessBetween, PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';

/** Shapes by the hash of their file. */
export type Shapes = Readonly<Record<string, SoundShape>>;

/** Of the layers; a window is a whole number of samples. */
const SAMPLE_RATE = 48_000;
const WINDOW = SAMPLE_RATE / PEAKS_PER_SECOND;
const FULL_SCALE = 255;
/** The highest sample of a fiftieth of a second beside its mean, in speech. */
const CREST = 2.5;
/** No level is less than 0. */
const UNKNOWN = -1;

/** 0 where nothing is heard that music would give way to, 1 where it gives way fully. */
export function loudnessOver(plan: MoviePlan, shapes: Shapes): (window: number) => number {
  const layersAt = heededLayers(plan, shapes);
  const known = new Float32Array(Math.ceil((plan.frameCount / fpsNumber(plan.fps)) * PEAKS_PER_SECOND)).fill(UNKNOWN);
  const look = (window: number): number => {
    let power = 0;
    for (const layer of layersAt(window)) power += powerIn(layer, window);
    return activity(power);
  };
  return (window) => {
    const level = known[window];
    if (level === undefined) return 0;
    return level === UNKNOWN ? (known[window] = look(window)) : level;
  };
}

type HeardLayer = { layer: SoundLayer; shape: SoundShape; /** Leveled once it is looked at. */ factor: number | null };

/** Those that may be heard in a window. */
function heededLayers(plan: MoviePlan, shapes: Shapes): (window: number) => readonly HeardLayer[] {
  const { layers } = planSound(plan, {
    sampleRate: SAMPLE_RATE,
    // Shapes begin with the clip's first picture.
    clips: plan.scenes.map(({ clip }) => (shapes[clip.sha256] ? { pictureStartUs: 0, endUs: null } : null)),
    audioSamples: plan.audio.map(({ kind, mediaId }) => {
      const shape = kind === 'voice' ? shapes[mediaId] : undefined;
      return shape === undefined ? null : shape.peaks.length * WINDOW;
    }),
  });
  const bySecond = new Map<number, HeardLayer[]>();
  for (const layer of layers) {
    const { kind, index } = layer.source;
    const shape = shapes[(kind === 'scene' ? plan.scenes[index]?.clip.sha256 : plan.audio[index]?.mediaId) ?? ''];
    if (shape === undefined || !isHeeded(layer)) continue;
    const heard: HeardLayer = { layer, shape, factor: null };
    const last = secondOf(Math.floor((layer.startSample + layer.lengthSamples - 1) / WINDOW));
    for (let second = secondOf(Math.floor(layer.startSample / WINDOW)); second <= last; second += 1) {
      const others = bySecond.get(second);
      if (others) others.push(heard);
      else bySecond.set(second, [heard]);
    }
  }
  return (window) => bySecond.get(secondOf(window)) ?? [];
}

function secondOf(window: number): number {
  return Math.floor(window / PEAKS_PER_SECOND);
}

/** Mean of the squared samples. */
function powerIn(heard: HeardLayer, window: number): number {
  const { layer, shape } = heard;
  const from = Math.max(window * WINDOW, layer.startSample);
  const to = Math.min((window + 1) * WINDOW, layer.startSample + layer.lengthSamples);
  if (from >= to) return 0;
  const middle = Math.floor((from + to) / 2) - layer.startSample;
  const peak = shape.peaks[Math.floor((layer.sourceStartSample + middle) / WINDOW)] ?? 0;
  const fade = layer.fades.reduce((gain, one) => gain * fadeGain(one, middle), 1);
  heard.factor ??= 10 ** ((layer.gainDb + levelDb(layer, shape)) / 20);
  return ((peak / FULL_SCALE / CREST) * heard.factor * fade) ** 2 * ((to - from) / WINDOW);
}

function levelDb({ levelKey, measured, sourceStartSample, lengthSamples }: SoundLayer, shape: SoundShape): number {
  if (levelKey === null) return 0;
  const part = measured ?? { sourceStartSample, lengthSamples };
  const [from, to] = [part.sourceStartSample, part.sourceStartSample + part.lengthSamples];
  return levellingGainDb(loudnessBetween(shape, from / SAMPLE_RATE, to / SAMPLE_RATE));
}
