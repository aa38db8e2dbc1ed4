import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fadeGain } from '#shared/sound/envelope.ts';
import { levelKey, planSound, type ClipSound, type SoundPlan } from '#shared/sound/sound-plan.ts';
import type { SoundLayer } from '#shared/sound/sound-layer.ts';
import { samplesAt } from '#shared/movie/time.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { rangeOf } from '#shared/movie/range.ts';
import { audioPiece, musicBed, testId } from '#tests/helpers/rows.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { movie, scene } from './sound-plan-builder.ts';

const RATE = 48_000;
const SECOND = RATE;
const WHOLE: ClipSound = { pictureStartUs: 0, endUs: null };

function soundOf(plan: MoviePlan, musicSamples: number | null = null): SoundPlan {
  const clips = plan.scenes.map(({ clip }) => (clip.hasAudio ? WHOLE : null));
  return planSound(plan, { sampleRate: RATE, clips, audioSamples: plan.audio.map(() => musicSamples) });
}

function gainOf(layer: SoundLayer, sample: number): number {
  return layer.fades.reduce((gain, fade) => gain * fadeGain(fade, sample - layer.startSample), 1);
}

const anyFps = fc.constantFrom({ num: 24, den: 1 }, { num: 30_000, den: 1001 }, { num: 25, den: 1 });
const anyCut = fc
  .record({ inFrame: fc.integer({ min: 0, max: 100 }), length: fc.integer({ min: 1, max: 90 }), muted: fc.boolean() })
  .map(({ inFrame, length, muted }) => scene({ inFrame, outFrame: inFrame + length, muted }));

describe('planSound', () => {
  test('fills the movie: scenes that are heard lie end to end, and sections leave no gap', () => {
    fc.assert(
      fc.property(fc.array(anyCut, { minLength: 1, maxLength: 12 }), anyFps, (scenes, fps) => {
        const plan = movie(
          scenes.map((row) => ({ ...row, clip: { ...row.clip, fps } })),
          { fps },
        );
        const sound = soundOf(plan);
        const heard = new Map(
          sound.layers.map((layer) => [layer.source.kind === 'scene' ? layer.source.index : -1, layer]),
        );
        plan.scenes.forEach((row, index) => {
          const layer = heard.get(index);
          expect(layer === undefined).toBe(row.muted);
          if (layer === undefined) return;
          expect(layer.startSample).toBe(sound.sections[index]?.startSample);
          const sectionEnd = sound.sections[index]?.endSample ?? 0;
          // The in point's rounding may take one sample.
          expect(sectionEnd - layer.startSample - layer.lengthSamples).toBeOneOf([0, 1]);
        });
        expect(sound.sections[0]?.startSample).toBe(0);
        expect(sound.sections.at(-1)?.endSample).toBe(sound.lengthSamples);
        sound.sections.slice(1).forEach((section, index) => {
          expect(section.startSample).toBe(sound.sections[index]?.endSample);
        });
      }),
    );
  });

  test('the spans of a section fill it, whatever overlaps and whatever is amplified', () => {
    const anyScene = fc
      .record({
        frames: fc.integer({ min: 1, max: 192 }),
        gainDb: fc.constantFrom(0, 0, -3, 4),
        seconds: fc.double({ min: 0.1, max: 4, noNaN: true }),
        kind: fc.constantFrom('crossfade', 'fade-black', null),
        sound: fc.boolean(),
      })
      .map(({ frames, gainDb, seconds, kind, sound }) => {
        const longest = frames / 24 / 2;
        const isRoom = seconds <= longest;
        return scene({
          outFrame: frames,
          gainDb,
          transition: kind === null || !isRoom ? null : { kind, seconds, sound },
        });
      });
    fc.assert(
      fc.property(fc.array(anyScene, { minLength: 1, maxLength: 8 }), (scenes) => {
        const sound = soundOf(movie(scenes));
        for (const { startSample, endSample, spans } of sound.sections) {
          expect(spans[0]?.startSample).toBe(startSample);
          expect(spans.at(-1)?.endSample).toBe(endSample);
          spans.slice(1).forEach((span, index) => expect(span.startSample).toBe(spans[index]?.endSample));
        }
        const isMixedAt = (sample: number): boolean =>
          sound.sections.some(({ spans }) =>
            spans.some((span) => span.isMixed && span.startSample <= sample && sample < span.endSample),
          );
        const amplified = sound.layers
          .filter(({ gainDb }) => gainDb > 0)
          .map(({ startSample, lengthSamples }) => startSample + Math.floor(lengthSamples / 2));
        const overlapped = sound.layers
          .filter((layer) =>
            sound.layers.some(
              ({ startSample, lengthSamples }) =>
                startSample < layer.startSample && layer.startSample < startSample + lengthSamples,
            ),
          )
          .map(({ startSample }) => startSample);
        expect([...amplified, ...overlapped].every(isMixedAt)).toBe(true);
      }),
    );
  });

  test('one plain scene is neither faded nor limited below full scale', () => {
    const sound = soundOf(movie([scene(), scene({ gainDb: -6 })]));
    expect(sound.layers.map(({ fades }) => fades)).toEqual([[], []]);
    expect(sound.sections.flatMap(({ spans }) => spans.map(({ isMixed }) => isMixed))).toEqual([false, false]);
  });

  test('a trim starts in the clip, and what was cut off is not heard', () => {
    const [layer] = soundOf(movie([scene({ inFrame: 24, outFrame: 72 })])).layers;
    expect(layer).toMatchObject({ startSample: 0, lengthSamples: 2 * SECOND, sourceStartSample: SECOND });
  });

  test('cuts in mid-sound are guarded for 3 ms, but not where the same clip goes on', () => {
    const [first, second] = soundOf(
      movie([scene({ inFrame: 24, outFrame: 72 }), scene({ inFrame: 72, outFrame: 96 })]),
    ).layers;
    expect(first?.fades).toEqual([{ direction: 'in', curve: 'linear', start: 0, length: 144 }]);
    expect(second?.fades).toEqual([{ direction: 'out', curve: 'linear', start: SECOND - 144, length: 144 }]);
  });

  test('a crossfade keeps the power: the squares of both gains add up to one over the overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 96 }), (frames) => {
        const plan = movie([scene({ transition: { kind: 'crossfade', seconds: frames / 24, sound: true } }), scene()]);
        const [first, second] = soundOf(plan).layers;
        if (first === undefined || second === undefined) throw new Error('Two layers are expected');
        const end = first.startSample + first.lengthSamples;
        expect(end - second.startSample).toBe(frames * 2000);
        for (let at = second.startSample; at < end; at += 1999)
          expect(gainOf(first, at) ** 2 + gainOf(second, at) ** 2).toBeCloseTo(1, 12);
        expect(gainOf(first, second.startSample - 1)).toBe(1);
        expect(gainOf(second, end)).toBe(1);
      }),
    );
  });

  test('a fade through black is silent at the cut and takes half its length on either side', () => {
    const plan = movie([scene({ transition: { kind: 'fade-black', seconds: 2, sound: true } }), scene()]);
    const [first, second] = soundOf(plan).layers;
    expect(first?.fades).toEqual([{ direction: 'out', curve: 'linear', start: 7 * SECOND, length: SECOND }]);
    expect(second?.fades).toEqual([{ direction: 'in', curve: 'linear', start: 0, length: SECOND }]);
  });

  test('without its sound, a crossfade cuts from one sound to the other in its middle, without a click', () => {
    const plan = movie([scene({ transition: { kind: 'crossfade', seconds: 2, sound: false } }), scene()]);
    const { layers, sections } = soundOf(plan);
    expect(layers).toMatchObject([
      { startSample: 0, lengthSamples: 7 * SECOND, sourceStartSample: 0 },
      { startSample: 7 * SECOND, lengthSamples: 7 * SECOND, sourceStartSample: SECOND },
    ]);
    expect(layers.map(({ fades }) => fades)).toEqual([
      [{ direction: 'out', curve: 'linear', start: 7 * SECOND - 144, length: 144 }],
      [{ direction: 'in', curve: 'linear', start: 0, length: 144 }],
    ]);
    expect(sections.map(({ startSample }) => startSample)).toEqual([0, 7 * SECOND]);
    expect(sections.flatMap(({ spans }) => spans.map(({ isMixed }) => isMixed))).toEqual([false, false]);
  });

  test('without its sound, a fade through black leaves both sounds alone', () => {
    const plan = movie([scene({ transition: { kind: 'fade-black', seconds: 2, sound: false } }), scene()]);
    expect(soundOf(plan).layers.map(({ fades }) => fades)).toEqual([[], []]);
  });

  test('a scene’s own sound fades in from its start and out to its end, as long as the scene at most', () => {
    const [first, second] = soundOf(
      movie([scene({ fadeInSeconds: 0.5, fadeOutSeconds: 2 }), scene({ fadeOutSeconds: 60 })]),
    ).layers;
    expect(first?.fades).toEqual([
      { direction: 'in', curve: 'linear', start: 0, length: SECOND / 2 },
      { direction: 'out', curve: 'linear', start: 6 * SECOND, length: 2 * SECOND },
    ]);
    expect(second?.fades).toEqual([{ direction: 'out', curve: 'linear', start: 0, length: 8 * SECOND }]);
  });

  test('muted scenes and scenes without sound have no layer', () => {
    const plan = movie([scene({ muted: true }), scene({ clip: { hasAudio: false } }), scene()]);
    expect(soundOf(plan).layers.map(({ source }) => source)).toEqual([{ kind: 'scene', index: 2 }]);
  });

  test('levelled scenes are known by their file and trim, and lie below the ceiling', () => {
    const plan = movie([scene({ inFrame: 12 })], { levelling: true });
    const sound = soundOf(plan);
    expect(sound.layers[0]?.levelKey).toBe('clip:12-192');
    expect(plan.scenes.map(levelKey)).toEqual(['clip:12-192']);
    expect(sound.sections[0]?.spans).toEqual([{ startSample: 0, endSample: 7.5 * SECOND, isMixed: true }]);
  });

  test('sound begins with the clip’s first frame, wherever that stands in the clip', () => {
    const plan = movie([scene({ inFrame: 24 })]);
    const late = { pictureStartUs: 83_333, endUs: null };
    const [layer] = planSound(plan, { sampleRate: RATE, clips: [late], audioSamples: [] }).layers;
    expect(layer).toMatchObject({ startSample: 0, sourceStartSample: SECOND + 4000, lengthSamples: 7 * SECOND });
  });

  test('nothing is heard of a clip behind the end of its sound', () => {
    const plan = movie([scene(), scene({ inFrame: 100 })]);
    const short = { pictureStartUs: 0, endUs: 4_000_000 };
    const { layers, lengthSamples } = planSound(plan, { sampleRate: RATE, clips: [short, short], audioSamples: [] });
    expect(layers).toHaveLength(1);
    expect(layers[0]).toMatchObject({ startSample: 0, lengthSamples: 4 * SECOND });
    expect(lengthSamples).toBe(samplesAt(192 + 92, plan.fps, RATE));
  });

  test('at a foreign frame rate the sound ends with the clip’s out point', () => {
    const clip = { fps: { num: 30, den: 1 }, frameCount: 100 };
    const [layer] = soundOf(movie([scene({ clip, outFrame: 100, frameCount: 81 })])).layers;
    expect(layer?.lengthSamples).toBe(160_000);
  });
});

describe('music', () => {
  const music = musicBed({ gainDb: -12, fadeInSeconds: 2, fadeOutSeconds: 3 });
  const musicLayers = (plan: MoviePlan, seconds: number): SoundLayer[] =>
    soundOf(plan, Math.round(seconds * SECOND)).layers.filter(({ source }) => source.kind === 'audio');

  test('longer than the movie, it plays once, cut at the end, under its fades', () => {
    const [bed, ...more] = musicLayers(movie([scene()], { audio: [music] }), 20);
    expect(more).toEqual([]);
    expect(bed).toMatchObject({ startSample: 0, lengthSamples: 8 * SECOND, gainDb: -12, sourceStartSample: 0 });
    if (bed === undefined) throw new Error('A bed is expected');
    expect(gainOf(bed, 0)).toBeLessThan(1e-4);
    expect(gainOf(bed, SECOND)).toBeCloseTo(0.5, 4);
    expect(gainOf(bed, 4 * SECOND)).toBe(1);
    expect(gainOf(bed, 6.5 * SECOND)).toBeCloseTo(0.5, 4);
    expect(gainOf(bed, 8 * SECOND - 1)).toBeLessThan(1e-4);
  });

  test('shorter, its passes join at a sample, whatever range of the movie is asked for', () => {
    const pass = fc.double({ min: 0.3, max: 11, noNaN: true });
    const from = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(pass, from, fc.nat(300), fc.integer({ min: 1, max: 300 }), (seconds, inSeconds, start, length) => {
        const piece = musicBed({ inSeconds, outSeconds: inSeconds + seconds, startSeconds: 1.5 });
        const whole = movie([scene(), scene(), scene()], { audio: [piece] });
        const plan = rangeOf(whole, { fromFrame: start, toFrame: start + length });
        const offset = samplesAt(plan.partOf?.fromFrame ?? 0, plan.fps, RATE);
        const layers = musicLayers(plan, 60);
        const passSamples = Math.round((inSeconds + seconds) * RATE) - Math.round(inSeconds * RATE);
        let at = Math.max(0, 1.5 * RATE - offset);
        for (const { startSample, lengthSamples, sourceStartSample } of layers) {
          expect(startSample).toBe(at);
          const played = offset + startSample - 1.5 * RATE;
          expect(sourceStartSample).toBe(Math.round(inSeconds * RATE) + (played % passSamples));
          at += lengthSamples;
        }
        expect(at).toBe(Math.max(at, samplesAt(plan.frameCount, plan.fps, RATE)));
      }),
    );
  });

  test('a piece is heard from its place on, as long as it is asked to be and the movie lasts', () => {
    const spans = (fields: Partial<MovieAudio>): number[][] =>
      musicLayers(movie([scene()], { audio: [audioPiece(fields)] }), 20).map(
        ({ startSample, lengthSamples, sourceStartSample }) =>
          [startSample, lengthSamples, sourceStartSample].map((sample) => sample / SECOND),
      );
    expect(spans({ startSeconds: 2, inSeconds: 3, outSeconds: 5 })).toEqual([[2, 2, 3]]);
    expect(spans({ startSeconds: 6.5 })).toEqual([[6.5, 1.5, 0]]);
    expect(spans({ inSeconds: 18, outSeconds: 30 })).toEqual([[0, 2, 18]]);
    expect(spans({ lengthSeconds: 1.25 })).toEqual([[0, 1.25, 0]]);
    expect(spans({ outSeconds: 2, loop: true, lengthSeconds: 5 })).toEqual([
      [0, 2, 0],
      [2, 2, 0],
      [4, 1, 0],
    ]);
    expect(spans({ startSeconds: 8 })).toEqual([]);
    expect(spans({ inSeconds: 20, outSeconds: 30 })).toEqual([]);
    expect(spans({ muted: true })).toEqual([]);
  });

  test('a cut in mid-sound takes the click off, unless the next piece goes on with it', () => {
    const cut = audioPiece({ inSeconds: 1, outSeconds: 3 });
    const next = audioPiece({ id: testId(701), startSeconds: 2, inSeconds: 3, outSeconds: 5 });
    const lengths = (audio: MovieAudio[]): number[][] =>
      musicLayers(movie([scene()], { audio }), 20).map(({ fades }) => fades.map(({ length }) => length));
    expect(lengths([cut])).toEqual([[144, 144]]);
    expect(lengths([cut, next])).toEqual([[144], [144]]);
    expect(lengths([cut, { ...next, inSeconds: 3.2 }])).toEqual([
      [144, 144],
      [144, 144],
    ]);
  });

  test('without fades, passes follow each other as they are', () => {
    const repeats = musicLayers(movie([scene()], { audio: [musicBed()] }), 3);
    expect(repeats.map(({ startSample, lengthSamples, fades }) => [startSample, lengthSamples, fades])).toEqual([
      [0, 3 * SECOND, []],
      [3 * SECOND, 3 * SECOND, []],
      [6 * SECOND, 2 * SECOND, [expect.objectContaining({ direction: 'out', length: 144 })]],
    ]);
  });

  test('everything under music is one section below the ceiling', () => {
    const { sections } = soundOf(movie([scene(), scene()], { audio: [music] }), 60 * SECOND);
    const all = { startSample: 0, endSample: 16 * SECOND };
    expect(sections).toEqual([{ ...all, spans: [{ ...all, isMixed: true }] }]);
  });
});
