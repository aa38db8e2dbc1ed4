/** The line of music that gives way, as it is drawn, against what the mixer makes of the same sounds. */
import { expect, test } from 'vitest';
import { drawnStretch, gainPoints, voiceLevelDb } from '#features/timeline/audio/gain-line.ts';
import { loudnessOver } from '#features/timeline/audio/heard-sound.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import type { MoviePlan, PlanAudio, PlanScene } from '#shared/movie/movie-plan.ts';
import { levellingGainDb } from '#shared/sound/levelling.ts';
import { createSoundRenderer } from '#shared/sound/render.ts';
import { planSound } from '#shared/sound/sound-plan.ts';
import { measureShape, PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';
import { openSoundStream } from '#shared/sound/sound-stream.ts';
import { audioPiece, musicBed, testHash, testId } from '#tests/helpers/rows.ts';
import { madeUpSound, movie, rendered, scene } from '../media/sound/sound-plan-builder.ts';

const RATE = 8_000;
const MUSIC = 0.02;
const SECONDS = 24;
/** Of the scenes' and voices' sound, by the hashes of their files; music plays a steady one. */
const LEVELS: Readonly<Record<string, number>> = { quiet: 0.02, plain: 0.1, [testHash(9)]: 0.012 };
const signal = new AbortController().signal;

/** As spiky as speech: a fiftieth of a second has one high sample. Silent but for the middle third of each 6 seconds. */
const speech = (level: number) =>
  madeUpSound(SECONDS, RATE, (at) => {
    const phase = (at / RATE) % 6;
    if (phase < 2 || phase >= 4) return 0;
    return (at % (RATE / PEAKS_PER_SECOND) === 5 ? 2.5 : Math.sin(at) * 1.38) * level;
  });

const steady = () => madeUpSound(SECONDS, RATE, () => MUSIC);

async function mixed(plan: MoviePlan): Promise<Float32Array> {
  const sound = planSound(plan, {
    sampleRate: RATE,
    clips: plan.scenes.map(() => ({ pictureStartUs: 0, endUs: null })),
    audioSamples: plan.audio.map(() => SECONDS * RATE),
  });
  const levelOf = (hash: string | undefined): number => LEVELS[hash ?? ''] ?? 0;
  const renderer = createSoundRenderer({
    plan: sound,
    channels: 1,
    signal,
    openSound: async ({ kind, index }) => {
      const piece = kind === 'audio' ? plan.audio[index] : undefined;
      const hash = piece?.mediaId ?? plan.scenes[index]?.clip.sha256;
      return { blocks: piece?.kind === 'music' ? steady() : speech(levelOf(hash)), close: () => undefined };
    },
  });
  return await rendered(renderer, 0, sound.lengthSamples);
}

async function shapeOf(level: number): Promise<SoundShape> {
  const format = { sampleRate: RATE, channels: 1 };
  const stream = openSoundStream(speech(level), { ...format, start: 0, signal });
  return measureShape(stream, SECONDS, format);
}

const shapes = Object.fromEntries(
  await Promise.all(Object.entries(LEVELS).map(async ([hash, level]) => [hash, await shapeOf(level)] as const)),
);

/** The most that the drawn gain of the music differs from the mixer's. */
async function worstOf(scenes: readonly PlanScene[], voices: readonly PlanAudio[], levelling: boolean) {
  const music = musicBed({ duckDb: 12, duckSeconds: 0.5, outSeconds: SECONDS });
  const plan = movie(scenes, { levelling, audio: [music, ...voices] });
  const still = { ...plan, audio: [{ ...music, duckDb: 0 }, ...voices] };
  const [ducked, whole] = [await mixed(plan), await mixed(still)];
  const movieSeconds = plan.frameCount / 24;
  const span = audioSpan(music, { movieSeconds, fileSeconds: null });
  const stretch = span && drawnStretch(span, { from: 0, to: movieSeconds, px: 4_000 });
  if (span === null || stretch === null) throw new Error('No music is played.');
  const points = gainPoints(music, span, { shape: null, levelDb: 0, loudAt: loudnessOver(plan, shapes) }, stretch);
  const off = points.slice(0, -1).map(({ at, gain }) => {
    const n = Math.round((at + 0.5 / PEAKS_PER_SECOND) * RATE);
    return Math.abs(gain - (1 - ((whole[n] ?? 0) - (ducked[n] ?? 0)) / MUSIC));
  });
  return { worst: Math.max(...off), least: Math.min(...points.map(({ gain }) => gain)) };
}

const clip = (sha256: string) => ({ clip: { sha256 } });
const crossfade = { kind: 'crossfade', seconds: 4, sound: true } as const;
const voice = audioPiece({ id: testId(2), kind: 'voice', mediaId: testHash(9), startSeconds: 9, outSeconds: 5 });

test('leveling, fades of scenes, and crossfades count as they do in the mixer', async () => {
  const plain = await worstOf([scene(clip('plain')), scene(clip('plain'))], [], false);
  expect(plain.least).toBeCloseTo(10 ** (-12 / 20), 2);
  expect(plain.worst).toBeLessThan(0.03);
  const scenes = [
    scene({ ...clip('quiet'), fadeOutSeconds: 5, transition: crossfade }),
    scene({ ...clip('plain'), fadeInSeconds: 4, gainDb: -6 }),
    scene({ ...clip('plain'), muted: true }),
  ];
  for (const levelling of [false, true])
    expect((await worstOf(scenes, [{ ...voice, fadeInSeconds: 3 }], levelling)).worst).toBeLessThan(0.03);
});

test('a voice-over that is leveled is drawn as loud as it is', async () => {
  const shape = shapes[voice.mediaId] ?? null;
  const span = audioSpan(voice, { movieSeconds: 20, fileSeconds: null });
  if (span === null) throw new Error('It isn’t heard.');
  expect(voiceLevelDb(voice, span, shape)).toBe(levellingGainDb(-100));
  expect(voiceLevelDb({ kind: 'music' }, span, shape)).toBe(0);
});

test('of an hour that is drawn at once, little is looked up', () => {
  const span = { startSeconds: 0, endSeconds: 3_600, inSeconds: 0, passSeconds: 3_600 };
  const stretch = drawnStretch(span, { from: 0, to: 3_600, px: 1_500 });
  if (stretch === null) throw new Error('Nothing is drawn.');
  const looked = new Set<number>();
  const loudAt = (window: number): number => {
    looked.add(window);
    return 0;
  };
  const music = musicBed({ duckDb: 12, outSeconds: 3_600 });
  expect(gainPoints(music, span, { shape: null, levelDb: 0, loudAt }, stretch)).toHaveLength(705);
  expect(looked.size).toBeLessThan(50_000);
});
