/** Clips that people have and the model does not make, exported in a real Firefox and judged by other readers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportTarget } from '#media/worker/client.ts';
import { ODD_SCENE_NUMBER, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { P360, P720 } from '#tests/helpers/movie-of-clips.ts';
import { startFirefox, type FirefoxHarness } from './harness.ts';
import { framesAroundJoins, wrongPictures, type MovieSpec } from './movie-spec.ts';

let firefox: FirefoxHarness;
beforeAll(async () => {
  firefox = await startFirefox();
});
afterAll(() => firefox.close());

const movieOf = (odd: OddClipName, target = P360): MovieSpec => ({
  target,
  scenes: [{ clip: { seconds: 4, sceneNumber: ODD_SCENE_NUMBER }, odd }],
});

test.each<[OddClipName, ExportTarget]>([
  ['full range, untagged', P720],
  ['tagged BT.2020', P360],
  ['tagged with a matrix alone', P720],
  ['HDR, PQ, VP9', P360],
  ['turned by 90', P360],
  ['turned by 180', P360],
  ['mirrored', P360],
  ['AAC without its description', P360],
  ['5.1', P360],
])('a clip makes a movie: %s', async (odd, target) => {
  const spec = movieOf(odd, target);
  const movie = await firefox.exportAndCheck(spec);
  const sought = await firefox.seekAndRead(movie, framesAroundJoins(movie.plan.scenes, movie.plan));
  expect(wrongPictures(spec, movie.plan, sought)).toEqual([]);
});

test.each([
  ['in Matroska', ['-c', 'copy', '-f', 'matroska']],
  ['in fragments', ['-c', 'copy', '-movflags', 'frag_keyframe+delay_moov+default_base_moof']],
])('a clip %s is copied beside a plain one', async (_, form) => {
  const clip = { seconds: 4, size: '360p' } as const;
  const spec: MovieSpec = {
    target: P360,
    scenes: [{ clip: { ...clip, sceneNumber: 8 } }, { clip: { ...clip, sceneNumber: 7 }, form }],
  };
  const movie = await firefox.exportAndCheck(spec);
  const { receipt } = movie.result;
  expect(receipt.stretches).toMatchObject([
    { kind: 'copy', frameCount: 96 },
    { kind: 'copy', frameCount: 96 },
  ]);
  expect(receipt.sound).toMatchObject({ encodedPackets: 0, silentPackets: 0 });
  expect((await firefox.judge(spec, movie)).problems).toEqual([]);
  const sought = await firefox.seekAndRead(movie, framesAroundJoins(movie.plan.scenes, movie.plan));
  expect(wrongPictures(spec, movie.plan, sought)).toEqual([]);
});

test.each<[OddClipName, number]>([
  ['Opus in MP4', 0],
  ['mono AAC without its description', 0],
])('sound that is not copied begins with its picture: %s', async (odd, lateMs) => {
  const [scene] = movieOf(odd).scenes;
  // Another size, so that nothing is copied; the sound of a second clip with another rate keeps this one from it, too.
  const spec: MovieSpec = {
    target: P360,
    scenes: [
      ...(scene === undefined ? [] : [scene]),
      { clip: { seconds: 4, sceneNumber: 8, size: '360p' } },
      { clip: { seconds: 4, sceneNumber: 9, size: '360p' } },
    ],
  };
  const { figures } = await firefox.exportAndCheck(spec);
  const own = figures.clicks.filter(({ scene: number }) => number === ODD_SCENE_NUMBER);
  expect(own).toHaveLength(2);
  for (const { offsetMs } of own) expect(Math.abs((offsetMs ?? NaN) - lateMs)).toBeLessThan(0.1);
});

test('sound that Firefox can’t decode is named, and its scene is silent by choice', async () => {
  const spec = movieOf('AC-3');
  await expect(firefox.exportInFirefox(spec)).rejects.toThrow('undecodable-sound');
  expect(await firefox.capability(spec)).toMatchObject({
    can: true,
    summary: { leftOutSound: [{ sceneNumber: ODD_SCENE_NUMBER, codec: 'ac-3' }] },
  });
  const { result } = await firefox.exportInFirefox({ ...spec, leavesOutSound: true });
  expect(result.receipt.sound).toMatchObject({ leftOut: [{ sceneNumber: ODD_SCENE_NUMBER, codec: 'ac-3' }] });
});
