/** Music that gives way to scenes and voice-overs, rendered from made-up sounds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { duckGain, duckGains } from '#shared/sound/ducking.ts';
import { createSoundRenderer } from '#shared/sound/render.ts';
import { soundContent } from '#shared/sound/sound-content.ts';
import { planSound } from '#shared/sound/sound-plan.ts';
import { audioPiece, musicBed, testId } from '#tests/helpers/rows.ts';
import { madeUpSound, movie, rendered, scene } from './sound-plan-builder.ts';

const RATE = 48_000;
/** Seconds of the second scene in which somebody speaks. */
const SPEECH = { from: 10, to: 12 };
const MUSIC_LEVEL = 0.1;

/** Three scenes of 8 s. The source of music is a constant, so that its gain can be read off. */
function rendererOf(audio: MovieAudio[], speechLevel = 0.3) {
  const plan = movie([scene(), scene(), scene()], { audio });
  const sound = planSound(plan, {
    sampleRate: RATE,
    clips: plan.scenes.map(() => ({ pictureStartUs: 0, endUs: null })),
    audioSamples: audio.map(() => 60 * RATE),
  });
  const renderer = createSoundRenderer({
    plan: sound,
    channels: 1,
    signal: new AbortController().signal,
    openSound: async (source) => ({
      blocks: source.kind === 'audio' ? constant(audio[source.index]?.kind) : speech(source.index, speechLevel),
      close: () => undefined,
    }),
  });
  return { renderer, sound };
}

const constant = (kind: MovieAudio['kind'] | undefined) =>
  madeUpSound(60, RATE, (n) => (kind === 'voice' ? 0.3 * Math.sin(n / 7) : MUSIC_LEVEL));

/** A tone as loud as speech in the second scene alone. */
const speech = (index: number, level: number) =>
  madeUpSound(8, RATE, (n) => {
    const at = n / RATE + 8;
    return index === 1 && at >= SPEECH.from && at < SPEECH.to ? level * Math.sin(n / 5) : 0;
  });

const heard = (audio: MovieAudio[], from: number, to: number, speechLevel?: number): Promise<Float32Array> =>
  rendered(rendererOf(audio, speechLevel).renderer, from, to);

const ducking = musicBed({ duckDb: 12, duckSeconds: 0.5 });
const gainDb = (sample: number | undefined): number => 20 * Math.log10((sample ?? 0) / MUSIC_LEVEL);

test('it is down by its depth while somebody speaks, and has ramped there and back around', async () => {
  const all = await heard(
    [ducking, audioPiece({ id: testId(2), kind: 'voice', startSeconds: 18, outSeconds: 2 })],
    0,
    24 * RATE,
    0,
  );
  const at = (seconds: number): number => gainDb(all[Math.round(seconds * RATE)]);
  expect(at(5)).toBeCloseTo(0, 3);
  expect(at(17.4)).toBeCloseTo(0, 3);
  expect(at(17.74)).toBeGreaterThan(-9);
  expect(at(17.74)).toBeLessThan(-3);
  expect(at(17.985)).toBeLessThan(-11);
  expect(at(20.2)).toBeCloseTo(-12, 1);
  expect(at(21.2)).toBeCloseTo(0, 3);
});

test('without ducking it stays, and a voice-over gives way to nothing', async () => {
  const whole = await heard([musicBed()], 9 * RATE, 13 * RATE, 0);
  expect(gainDb(whole[0])).toBeCloseTo(0, 5);
  const voice = audioPiece({ kind: 'voice', duckDb: 12, outSeconds: 20 });
  const spoken = await heard([voice], 10.5 * RATE, 11 * RATE, 0);
  const plain = await heard([{ ...voice, duckDb: 0 }], 10.5 * RATE, 11 * RATE, 0);
  expect(spoken).toEqual(plain);
});

test('quiet sound brings it down in part, so that a hair of difference stays one', async () => {
  const depth = async (level: number): Promise<number> => {
    const at = 11 * RATE;
    const [both, alone] = [await heard([ducking], at, at + RATE / 5, level), await heard([], at, at + RATE / 5, level)];
    const bed = both.reduce((sum, value, n) => sum + value - (alone[n] ?? 0), 0) / both.length;
    return gainDb(bed);
  };
  expect(await depth(0.001)).toBeCloseTo(0, 2);
  expect(await depth(0.3)).toBeCloseTo(-12, 1);
  const [quiet, quieter] = [await depth(0.0224), await depth(0.0224 * 0.999)];
  expect(quiet).toBeLessThan(-3);
  expect(quiet).toBeGreaterThan(-9);
  expect(Math.abs(quiet - quieter)).toBeLessThan(0.01);
});

test('a sample comes out the same, whatever range is rendered', async () => {
  const whole = await heard([ducking], 0, 24 * RATE);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 23 * RATE }),
      fc.integer({ min: 1, max: RATE }),
      async (from, length) => {
        const part = await heard([ducking], from, from + length);
        let worst = 0;
        part.forEach((value, n) => (worst = Math.max(worst, Math.abs(value - (whole[from + n] ?? 0)))));
        expect(worst).toBeLessThan(1e-6);
      },
    ),
    { numRuns: 25 },
  );
});

test('what a range is made of tells how the music gives way', () => {
  const contentOf = (audio: MovieAudio[]): unknown =>
    soundContent(rendererOf(audio).sound, { from: RATE, to: 2 * RATE }, () => 'x');
  expect(contentOf([ducking])).not.toEqual(contentOf([{ ...ducking, duckDb: 6 }]));
  expect(contentOf([ducking])).not.toEqual(contentOf([{ ...ducking, duckSeconds: 1 }]));
  expect(contentOf([{ ...ducking, name: 'Other' }])).toEqual(contentOf([ducking]));
});

test('the gains of many windows are those of each of them', () => {
  const levels = fc.array(fc.constantFrom(0, 0, 0, 0.3, 0.7, 1), { minLength: 1, maxLength: 120 });
  const duck = fc.record({ db: fc.constantFrom(3, 8, 20), seconds: fc.constantFrom(0, 0.1, 0.4, 1.5) });
  fc.assert(
    fc.property(levels, duck, fc.integer({ min: -40, max: 100 }), (heard, how, from) => {
      const activityAt = (window: number): number => heard[window] ?? 0;
      const gains = duckGains(how, { from, count: 90 }, activityAt);
      gains.forEach((gain, at) => expect(gain).toBeCloseTo(duckGain(how, from + at, activityAt), 9));
    }),
  );
});
