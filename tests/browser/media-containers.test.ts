/** H.264 in other containers than a plain MP4 is H.264: its pictures are copied bit for bit, and its sound where it can be. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import { seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import { expectationOf, makeMovie, P360, type SceneSpec } from './media-movie.ts';

type Source = SceneSpec & { path: string };

async function sourceAt(path: string, number: number): Promise<Source> {
  const response = await fetch(`/@fs${path}`);
  return { file: await response.blob(), path, number };
}

const CONTAINERS: [name: string, args: string[]][] = [
  ['in fragments', ['-c', 'copy', '-movflags', 'frag_keyframe+delay_moov+default_base_moof']],
  ['in Matroska', ['-c', 'copy', '-f', 'matroska']],
  ['in a transport stream', ['-c', 'copy', '-f', 'mpegts']],
  ['with parameter sets in the stream', ['-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-tag:v', 'avc3']],
  ['with the same parameter sets in the stream and in the index', ['-c', 'copy', '-bsf:v', 'h264_mp4toannexb']],
];

test.each(CONTAINERS)('a clip %s is copied beside a plain one', async (_, args) => {
  const spec = { seconds: 4, size: '360p' } as const;
  const specs = [
    await sourceAt(await commands.clipFile({ ...spec, sceneNumber: 8 }), 8),
    await sourceAt(await commands.convertedFile({ ...spec, sceneNumber: 7 }, args), 7),
  ];
  const movie = await makeMovie(specs, P360);
  const { receipt, verification } = movie.result;
  expect(receipt.stretches).toMatchObject([
    { kind: 'copy', frameCount: 96 },
    { kind: 'copy', frameCount: 96 },
  ]);
  expect(receipt.encoders).toMatchObject({ video: null, sound: null });
  expect(receipt.sound).toMatchObject({ encodedPackets: 0, silentPackets: 0 });
  expect(verification).toMatchObject({ comparedStretches: 2, worstPictureDifference: 0 });
  const paths = specs.map(({ path }) => path);
  const verdict = await commands.judgeMovie(movie.base64, promisedBytes(movie.plan, receipt, paths));
  expect(verdict.problems).toEqual([]);
  const { worstClickMs } = await commands.checkMovie(movie.base64, expectationOf(specs, movie, P360));
  expect(worstClickMs).toBeLessThan(12);
  const shown = await seekAndRead(movie.file, [0, 95, 96, 97, 191], 24);
  expect(shown.map(({ marker }) => marker)).toMatchObject([
    { scene: 8, frame: 0 },
    { scene: 8, frame: 95 },
    { scene: 7, frame: 0 },
    { scene: 7, frame: 1 },
    { scene: 7, frame: 95 },
  ]);
});
