import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { boxesAt, readBoxes } from '#tests/helpers/clips/mp4-boxes.ts';
import { copyProblems, decodedVideo } from '#tests/helpers/readers/framemd5.ts';
import { FRAMES, remuxed, smallClip } from './movies.ts';
import { temporaryFolder } from '../media/mp4/mp4-files.ts';

test('a copied file has its source’s frames, in order and at its times', async () => {
  await using folder = await temporaryFolder();
  const source = await smallClip(1);
  const path = await remuxed(source, folder.path('copy.mp4'));
  expect(await copyProblems(path, [{ movieFrame: 0, source, sourceFrame: 0, frameCount: FRAMES }])).toEqual([]);
  const { frames } = await decodedVideo(path);
  expect(frames.map(({ pts }) => pts)).toEqual(Array.from({ length: FRAMES }, (_, frame) => frame));
});

test('another clip, a range off by one and a missing frame are found', async () => {
  const source = await smallClip(1);
  const other = await copyProblems(await smallClip(2), [{ movieFrame: 0, source, sourceFrame: 0, frameCount: 2 }]);
  expect(other).toEqual([`frame 0 is not frame 0 of ${source}`, `frame 1 is not frame 1 of ${source}`]);
  const shifted = await copyProblems(source, [{ movieFrame: 0, source, sourceFrame: 1, frameCount: FRAMES }]);
  expect(shifted).toHaveLength(FRAMES);
  const beyond = await copyProblems(source, [{ movieFrame: FRAMES, source, sourceFrame: 0, frameCount: 1 }]);
  expect(beyond).toEqual([`frame ${FRAMES} is missing frame 0 of ${source}`]);
});

test('a damaged picture is found, and the decoder’s words come with it', async () => {
  await using folder = await temporaryFolder();
  const source = await smallClip(1);
  const file = await readFile(source);
  const [media] = boxesAt(readBoxes(file), 'mdat');
  if (media === undefined) throw new Error('The clip has no media');
  file.fill(0xff, media.body + 1_000, media.body + 3_000);
  const path = folder.path('damaged.mp4');
  await writeFile(path, file);
  const problems = await copyProblems(path, [{ movieFrame: 0, source, sourceFrame: 0, frameCount: FRAMES }]);
  expect(problems.filter((line) => line.startsWith('decoding: ')).length).toBeGreaterThan(0);
  expect(problems.filter((line) => line.startsWith('frame ')).length).toBeGreaterThan(0);
});
