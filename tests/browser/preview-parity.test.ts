/** The preview against the export: the same pictures and the same sound, before anything is encoded. */
import { describe, expect, test } from 'vitest';
import { unlikePictures } from './preview-checks.ts';
import { randomProject, soundDifferenceDb } from './preview-parity.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { clip, planOf } from './media-movie.ts';
import { stageOfTests } from './stage.ts';

const SEEDS = [1, 2, 3];
const stage = stageOfTests();

test('what changes sound is heard as it is written: gain above 0 dB, fades, crossfades, leveling, mute', async () => {
  const tone = await clip({ seconds: 4, size: '360p', sceneNumber: 11, sound: 'tone' });
  const other = await clip({ seconds: 5, size: '360p', sceneNumber: 12, sound: 'tone' });
  const { plan, sources } = await planOf([
    { file: tone, number: 11, gainDb: 12, transition: { kind: 'crossfade', seconds: 1, sound: true } },
    {
      file: other,
      number: 12,
      inFrame: 12,
      fadeInSeconds: 0.5,
      transition: { kind: 'fade-black', seconds: 1, sound: true },
    },
    { file: tone, number: 11, muted: true },
    {
      file: other,
      number: 12,
      gainDb: -9,
      fadeOutSeconds: 1,
      transition: { kind: 'crossfade', seconds: 0.5, sound: false },
    },
    { file: tone, number: 11, outFrame: 60 },
  ]);
  for (const levelling of [false, true]) {
    const project = { plan: { ...plan, levelling }, sources };
    expect(await soundDifferenceDb(project, 0)).toBeLessThan(-60);
    // From anywhere: a part that begins in mid-scene is the same part.
    expect(await soundDifferenceDb(project, 197_531)).toBeLessThan(-60);
  }
});

test('a crossfade from an upright clip leaves nothing of the other picture beside it, however often it is composed', async () => {
  const upright = await clip({ seconds: 4, size: '360p', ratio: '9:16', sceneNumber: 16, sound: 'tone' });
  const other = await clip({ seconds: 4, size: '360p', sceneNumber: 13 });
  const project = await planOf([
    { file: other, number: 13, outFrame: 24 },
    { file: upright, number: 16, transition: { kind: 'crossfade', seconds: 1, sound: true } },
    { file: other, number: 13 },
  ]);
  const opened = stage.show(project.plan, project.sources);
  // Places in the crossfade, then in the upright scene before it.
  expect(await unlikePictures(opened, stage.element, project, 5)).toEqual([]);
});

describe.each(SEEDS)('a random movie, %i', (seed) => {
  test('sounds as the export mixes it', async () => {
    expect(await soundDifferenceDb(await randomProject(seed), Math.floor(randomFrom(seed)() * 100_000))).toBeLessThan(
      -60,
    );
  });

  test('looks as the export composes it', async () => {
    const project = await randomProject(seed);
    const opened = stage.show(project.plan, project.sources);
    expect(await unlikePictures(opened, stage.element, project, seed)).toEqual([]);
  });
});
