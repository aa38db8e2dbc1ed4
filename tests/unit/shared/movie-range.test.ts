import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fadeGain } from '#shared/sound/envelope.ts';
import { clipSoundOf, planSound, type SoundPlan } from '#shared/sound/sound-plan.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { crossfadeShare, fadeLevel } from '#shared/movie/fade-level.ts';
import { clipFrameAt, overlaysAt, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { moviePlanSchema } from '#shared/movie/plan-schema.ts';
import { isWholeMovie, rangeFileName, rangeOf, sceneRange, type MovieRange } from '#shared/movie/range.ts';
import { samplesAt } from '#shared/movie/time.ts';
import { anyRange, build, rangeAt, sceneArbitrary, whole8s, type SceneSpec } from '../media/plan-builder.ts';
import { musicBed } from '#tests/helpers/rows.ts';

const RATE = 48_000;
/** More than a click guard. */
const GUARD_SAMPLES = 200;
/** Positions are rounded from frames, so an edge may be a sample or two off. */
const EDGE_SAMPLES = 4;

const anyMovie = fc.tuple(fc.array(sceneArbitrary, { minLength: 1, maxLength: 12 }), anyRange);

const music = musicBed({ gainDb: -12, fadeInSeconds: 3, fadeOutSeconds: 5 });

describe('a range of any movie', () => {
  it('shows in each of its frames what the whole movie shows there', () => {
    fc.assert(
      fc.property(anyMovie, ([specs, at]) => {
        const { plan } = build(specs);
        const range = rangeAt(plan, at);
        const part = rangeOf(plan, range);
        expect(part.frameCount).toBe(range.toFrame - range.fromFrame);
        for (let frame = 0; frame < part.frameCount; frame += 1)
          expect(shownAt(part, frame)).toEqual(shownAt(plan, range.fromFrame + frame));
      }),
    );
  });

  it('sounds like the whole movie there, music and fades included', () => {
    fc.assert(
      fc.property(anyMovie, fc.boolean(), ([specs, at], hasMusic) => {
        const { plan, clips } = build(specs, { levelling: true, audio: hasMusic ? [music] : [] });
        const range = rangeAt(plan, at);
        const part = rangeOf(plan, range);
        const whole = soundOf(plan, clips);
        const own = soundOf(part, clipsOf(plan, part, clips));
        const from = samplesAt(range.fromFrame, plan.fps, RATE);
        for (let frame = 0; frame < part.frameCount; frame += 1) {
          const sample = samplesAt(frame, plan.fps, RATE) + GUARD_SAMPLES;
          const before = { sound: whole, plan, sample: from + sample };
          const now = { sound: own, plan: part, sample };
          expect(unlike(heardAt(now, -EDGE_SAMPLES), heardAt(before, EDGE_SAMPLES))).toEqual([]);
          expect(unlike(heardAt(before, -EDGE_SAMPLES), heardAt(now, EDGE_SAMPLES))).toEqual([]);
        }
      }),
    );
  });

  it('has scenes that stand one after the other and play frames of their clips', () => {
    fc.assert(
      fc.property(anyMovie, ([specs, at]) => {
        const { plan } = build(specs);
        const part = rangeOf(plan, rangeAt(plan, at));
        expect(moviePlanSchema.parse(part)).toEqual(part);
        expect(part.scenes[0]?.startFrame).toBe(0);
        expect(endOf(part.scenes.at(-1))).toBe(part.frameCount);
        for (const [index, scene] of part.scenes.entries()) {
          const before = plan.scenes.find(({ sceneId }) => sceneId === scene.sceneId);
          expect(scene.frameCount).toBeGreaterThan(0);
          expect(scene.inFrame).toBeGreaterThanOrEqual(before?.inFrame ?? Number.POSITIVE_INFINITY);
          expect(scene.outFrame).toBeGreaterThan(scene.inFrame);
          expect(scene.outFrame).toBeLessThanOrEqual(before?.outFrame ?? 0);
          expect(part.scenes[index + 1]?.startFrame ?? part.frameCount).toBeLessThanOrEqual(endOf(scene));
        }
      }),
    );
  });
});

describe('a range', () => {
  const movie = (...changes: Partial<SceneSpec>[]): MoviePlan =>
    build(changes.map((change) => ({ ...whole8s, ...change }))).plan;

  it('that is the whole movie leaves the plan as it is', () => {
    const plan = movie({}, {});
    expect(rangeOf(plan, { fromFrame: 0, toFrame: 384 })).toBe(plan);
    expect(rangeOf(plan, { fromFrame: 0, toFrame: 9999 })).toBe(plan);
    expect(isWholeMovie(plan, { fromFrame: 1, toFrame: 384 })).toBe(false);
  });

  it('leaves the scenes alone that it holds whole', () => {
    const plan = movie({}, {}, {});
    const part = rangeOf(plan, { fromFrame: 100, toFrame: 500 });
    expect(part.scenes[1]).toEqual({ ...plan.scenes[1], startFrame: 92 });
    expect(part.scenes.map(({ inFrame, outFrame }) => [inFrame, outFrame])).toEqual([
      [100, 192],
      [0, 192],
      [0, 116],
    ]);
  });

  it('behind the end of the movie has no scenes', () => {
    const part = rangeOf(movie({}), { fromFrame: 192, toFrame: 300 });
    expect(part.scenes).toEqual([]);
    expect(part.frameCount).toBe(0);
  });

  it('names only the missing scenes that belong between its own', () => {
    const plan = { ...movie({}, {}, {}), missingSceneNumbers: [2, 9] };
    expect(rangeOf(plan, { fromFrame: 0, toFrame: 400 }).missingSceneNumbers).toEqual([2]);
    expect(rangeOf(plan, { fromFrame: 0, toFrame: 100 }).missingSceneNumbers).toEqual([]);
  });

  it('of one scene goes from its first picture to its last, those of crossfades included', () => {
    const plan = movie({ transition: { kind: 'crossfade', seconds: 1, sound: true } }, {});
    expect(sceneRange(plan, 's1')).toEqual({ fromFrame: 168, toFrame: 360 } satisfies MovieRange);
    expect(sceneRange(plan, 'none')).toBeNull();
  });

  it('that begins in a crossfade goes on with it where the movie is', () => {
    const plan = movie({ transition: { kind: 'crossfade', seconds: 1, sound: true } }, {});
    const part = rangeOf(plan, { fromFrame: 180, toFrame: 360 });
    expect(part.scenes[0]?.cut?.crossfade).toEqual({ frames: 24, leftOut: 12, seconds: 1 });
    expect(shownAt(part, 0)?.share).toBeCloseTo(13 / 25);
  });
});

describe('the file of a range', () => {
  const { plan } = build([whole8s, whole8s, { ...whole8s, inFrame: 24 }]);

  it('is named by its scene, or by where it begins and ends', () => {
    expect(rangeFileName(plan, null, 'mp4')).toBe('T.mp4');
    expect(rangeFileName(plan, { fromFrame: 0, toFrame: plan.frameCount }, 'webm')).toBe('T.webm');
    expect(rangeFileName(plan, { fromFrame: 192, toFrame: 384 }, 'mp4')).toBe('T-scene-02.mp4');
    expect(rangeFileName(plan, { fromFrame: 24, toFrame: 408 }, 'mp4')).toBe('T-0-01-to-0-17.mp4');
  });
});

/** Which pictures stand in a frame, how bright they are and how they are mixed, and what is written on them. */
function shownAt(plan: MoviePlan, frame: number) {
  const at = plan.scenes.findIndex((one) => frame >= one.startFrame && frame < one.startFrame + one.frameCount);
  const scene = plan.scenes[at];
  if (scene === undefined) return null;
  const next = plan.scenes[at + 1];
  if (next === undefined || frame < next.startFrame)
    return { ...layerAt(plan, scene, frame), level: fadeLevel(plan, at, frame - scene.startFrame) };
  const shared = scene.startFrame + scene.frameCount - next.startFrame;
  return {
    going: layerAt(plan, scene, frame),
    coming: layerAt(plan, next, frame),
    share: crossfadeShare(scene, frame - next.startFrame, shared),
  };
}

function layerAt(plan: MoviePlan, scene: PlanScene, frame: number) {
  const clipFrame = clipFrameAt(scene, frame - scene.startFrame, plan.fps);
  return { sceneId: scene.sceneId, clipFrame, overlays: overlaysAt(scene, clipFrame) };
}

function endOf(scene: PlanScene | undefined): number {
  return scene ? scene.startFrame + scene.frameCount : 0;
}

function clipsOf(plan: MoviePlan, part: MoviePlan, clips: readonly ClipFacts[]): ClipFacts[] {
  const kept = new Set(part.scenes.map(({ sceneId }) => sceneId));
  return clips.filter((_, index) => kept.has(plan.scenes[index]?.sceneId ?? ''));
}

function soundOf(plan: MoviePlan, clips: readonly ClipFacts[]): SoundPlan {
  return planSound(plan, {
    sampleRate: RATE,
    clips: clips.map(clipSoundOf),
    audioSamples: plan.audio.map(() => 7 * RATE),
  });
}

type Moment = { sound: SoundPlan; plan: MoviePlan; sample: number };

type Heard = {
  source: string;
  /** Of the source. */
  sample: number;
  gain: number;
  levelKey: string | null;
};

/** Every layer that is heard at a moment; `edge` widens each, or narrows it. */
function heardAt({ sound, plan, sample }: Moment, edge: number): Heard[] {
  return sound.layers
    .filter(
      ({ startSample, lengthSamples }) => sample >= startSample - edge && sample < startSample + lengthSamples + edge,
    )
    .map(({ source, startSample, sourceStartSample, levelKey, fades }): Heard => {
      return {
        source: source.kind === 'audio' ? 'music' : (plan.scenes[source.index]?.sceneId ?? ''),
        sample: sourceStartSample + sample - startSample,
        gain: fades.reduce((gain, fade) => gain * fadeGain(fade, sample - startSample), 1),
        levelKey,
      };
    });
}

/** Those that have no like among the others: same source and place in it, same loudness. */
function unlike(some: readonly Heard[], others: readonly Heard[]): Heard[] {
  return some.filter(
    (one) =>
      !others.some(
        ({ source, sample, gain, levelKey }) =>
          source === one.source &&
          levelKey === one.levelKey &&
          Math.abs(sample - one.sample) <= 2 &&
          Math.abs(gain - one.gain) < 0.005,
      ),
  );
}
