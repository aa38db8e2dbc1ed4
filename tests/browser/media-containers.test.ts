/** Clips in other containers and of other encoders: copied bit for bit where they can be, and played to the frame where not. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import { expectationOf, makeMovie, P360, sourceOf, verdictOf } from './media-movie.ts';

const SMALL = { seconds: 4, size: '360p' } as const;

const CONTAINERS: [name: string, args: string[]][] = [
  ['in fragments', ['-c', 'copy', '-movflags', 'frag_keyframe+delay_moov+default_base_moof']],
  ['in Matroska', ['-c', 'copy', '-f', 'matroska']],
  ['in a transport stream', ['-c', 'copy', '-f', 'mpegts']],
  ['with parameter sets in the stream', ['-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-tag:v', 'avc3']],
  ['with the same parameter sets in the stream and in the index', ['-c', 'copy', '-bsf:v', 'h264_mp4toannexb']],
];

test.each(CONTAINERS)('a clip %s is copied beside a plain one', async (_, args) => {
  const specs = [await sourceOf({ ...SMALL, sceneNumber: 8 }), await sourceOf({ ...SMALL, sceneNumber: 7 }, {}, args)];
  const movie = await makeMovie(specs, P360);
  const { receipt, verification } = movie.result;
  expect(receipt.stretches).toMatchObject([
    { kind: 'copy', frameCount: 96 },
    { kind: 'copy', frameCount: 96 },
  ]);
  expect(receipt.encoders).toMatchObject({ video: null, sound: null });
  expect(receipt.sound).toMatchObject({ encodedPackets: 0, silentPackets: 0 });
  expect(verification).toMatchObject({ comparedStretches: 2, worstPictureDifference: 0 });
  expect((await verdictOf(movie, specs)).problems).toEqual([]);
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

test.each<[string, string[]]>([
  ['of ten bits a sample', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p10le', '-c:a', 'copy']],
  ['with colour in every column, of ten bits', ['-c:v', 'libx264', '-pix_fmt', 'yuv422p10le', '-c:a', 'copy']],
  ['of AV1 in MP4', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime', '-c:a', 'copy']],
  ['of open groups', ['-c:v', 'libx264', '-x264-params', 'open-gop=1:keyint=24:scenecut=0', '-c:a', 'copy']],
])('a clip %s is played to the frame, trimmed and beside another', async (_, args) => {
  const specs = [
    await sourceOf({ ...SMALL, sceneNumber: 8 }),
    await sourceOf({ ...SMALL, sceneNumber: 7 }, { inFrame: 30, outFrame: 80 }, args),
  ];
  const movie = await makeMovie(specs, P360);
  await commands.checkMovie(movie.base64, expectationOf(specs, movie, P360, false));
  expect(movie.result.receipt.stretches[0]).toMatchObject({ kind: 'copy', frameCount: 96 });
});

test('a clip of a varying rate shows each picture at its time, so that sound stays with it', async () => {
  // The first 40 frames follow each other as usual, then every third of 24 a second.
  const varying = ['-vf', "select='lt(n,40)+not(mod(n,3))'", '-vsync', 'vfr', '-c:v', 'libx264', '-c:a', 'copy'];
  const spec = await sourceOf({ ...SMALL, sceneNumber: 7 }, {}, varying);
  const movie = await makeMovie([spec], P360, { fps: { num: 24, den: 1 } });
  const asked = [2, 20, 38, 46, 60, 73, 88];
  const seen = await seekAndRead(movie.file, asked, 24);
  const off = seen.map(({ marker }, index) => Math.abs((marker?.frame ?? -100) - (asked[index] ?? 0)));
  expect(Math.max(...off)).toBeLessThanOrEqual(3);
});
