/** Clips that are legal and that the model does not make: each is played to the frame, and copied where it can be. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import { clip, converted, expectationOf, makeMovie, P360, type SceneSpec } from './media-movie.ts';

const SMALL: ClipSpec = { seconds: 4, size: '360p', sceneNumber: 7 };

test.each<[string, string[]]>([
  ['of ten bits a sample', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p10le', '-c:a', 'copy']],
  ['with colour in every column, of ten bits', ['-c:v', 'libx264', '-pix_fmt', 'yuv422p10le', '-c:a', 'copy']],
  ['in fragments', ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov+default_base_moof']],
  ['of AV1 in MP4', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime', '-c:a', 'copy']],
  ['of open groups', ['-c:v', 'libx264', '-x264-params', 'open-gop=1:keyint=24:scenecut=0', '-c:a', 'copy']],
])('a clip %s is played to the frame, trimmed and beside another', async (_, args) => {
  const specs: SceneSpec[] = [
    { file: await clip({ ...SMALL, sceneNumber: 8 }), number: 8 },
    { file: await converted(SMALL, args), number: 7, inFrame: 30, outFrame: 80 },
  ];
  const movie = await makeMovie(specs, P360);
  await commands.checkMovie(movie.base64, expectationOf(specs, movie, P360, false));
  expect(movie.result.receipt.stretches[0]).toMatchObject({ kind: 'copy', frameCount: 96 });
});

test('pictures are copied bit for bit where only the sound is another', async () => {
  const specs: SceneSpec[] = [
    { file: await clip({ ...SMALL, sceneNumber: 8 }), number: 8 },
    { file: await converted(SMALL, ['-c:v', 'copy', '-c:a', 'libmp3lame']), number: 7 },
  ];
  const movie = await makeMovie(specs, P360);
  expect(movie.result.receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'copy']);
  const { worstClickMs } = await commands.checkMovie(movie.base64, expectationOf(specs, movie, P360));
  // The MP3 encoder that made the clip may come 25 to 50 ms late by itself.
  expect(worstClickMs).toBeLessThan(60);
});

test('a clip of a varying rate shows each picture at its time, so that sound stays with it', async () => {
  // The first 40 frames follow each other as usual, then every third of 24 a second.
  const varying = ['-vf', "select='lt(n,40)+not(mod(n,3))'", '-vsync', 'vfr', '-c:v', 'libx264', '-c:a', 'copy'];
  const movie = await makeMovie([{ file: await converted(SMALL, varying), number: 7 }], P360, {
    fps: { num: 24, den: 1 },
  });
  const asked = [2, 20, 38, 46, 60, 73, 88];
  const seen = await seekAndRead(movie.file, asked, 24);
  const off = seen.map(({ marker }, index) => Math.abs((marker?.frame ?? -100) - (asked[index] ?? 0)));
  expect(Math.max(...off)).toBeLessThanOrEqual(3);
});
