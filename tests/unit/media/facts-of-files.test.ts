/** What is told of clips that were cut, delayed or signed by other programs, against what ffprobe decodes of them. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ClipFacts, VideoFacts } from '#shared/clip/clip-facts.ts';
import { openClip } from '#media/probe/open-clip.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { boxesAt, bytesOf, readBoxes } from '#tests/helpers/clips/mp4-boxes.ts';
import { oddClipPath, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { runTool } from '#tests/helpers/clips/run-ffmpeg.ts';
import { blobOf, convert, placedPackets, temporaryFolder } from './mp4/mp4-files.ts';

const SMALL: ClipSpec = { seconds: 4, size: '360p', sceneNumber: 7 };

async function factsOf(blob: Blob): Promise<ClipFacts> {
  const clip = await openClip(blob);
  clip.close();
  return clip.facts;
}

/** The clip with each track's edit ended after so many milliseconds; the movie's ticks are milliseconds. */
async function cutAfter(milliseconds: number): Promise<Buffer<ArrayBuffer>> {
  const file = Buffer.from(await readFile(await clipPath(SMALL)));
  const [mvhd] = boxesAt(readBoxes(file), 'moov/mvhd');
  if (mvhd === undefined) throw new Error('The clip has no mvhd');
  const ticks = (milliseconds * file.readUInt32BE(mvhd.body + 12)) / 1000;
  for (const { body } of boxesAt(readBoxes(file), 'moov/trak/edts/elst')) file.writeUInt32BE(ticks, body + 8);
  return file;
}

async function decodedFrames(path: string): Promise<number> {
  const what = ['-count_frames', '-select_streams', 'v:0', '-show_entries', 'stream=nb_read_frames'];
  const { stdout } = await runTool('ffprobe', ['-v', 'error', '-of', 'json', ...what, path]);
  const streams = z.object({ streams: z.tuple([z.object({ nb_read_frames: z.coerce.number() })]) });
  return streams.parse(JSON.parse(stdout.toString('utf8'))).streams[0].nb_read_frames;
}

describe('an edit list that ends before the media', () => {
  test.each([500, 2000, 2010, 3990])('hides what is behind its end: %i ms', async (milliseconds) => {
    await using folder = await temporaryFolder();
    const file = await cutAfter(milliseconds);
    await writeFile(folder.path('cut.mp4'), file);
    const { video, audio } = await factsOf(new Blob([file]));
    expect(video.frameCount).toBe(await decodedFrames(folder.path('cut.mp4')));
    expect(video.frameCount).toBe(Math.ceil((milliseconds * 24) / 1000));
    expect(video.stored?.shownFrames.filter((frame) => frame < 0)).toHaveLength(96 - video.frameCount);
    expect(audio?.packetCount).toBe(Math.ceil((milliseconds * 48) / 1024));
    expect(audio?.endSeconds).toBeCloseTo(((audio?.packetCount ?? 0) * 1024) / 48_000, 9);
  });

  test('and leaves all of a clip that it does not cut', async () => {
    const { video, audio } = await factsOf(await blobOf(await clipPath(SMALL)));
    expect(video).toMatchObject({ frameCount: 96, copyRefusal: null });
    expect(video.stored?.shownFrames).not.toContain(-1);
    expect(audio).toMatchObject({ packetCount: 188, firstSample: 0 });
  });
});

test('with B-frames and no edit list, the first frame stands behind 0 and the clip can be copied', async () => {
  await using folder = await temporaryFolder();
  const bare = ['-c', 'copy', '-use_editlist', '0'];
  const { video } = await factsOf(await blobOf(await convert(await clipPath(SMALL), folder.path('bare.mp4'), bare)));
  expect(video.frameTimesUs[0]).toBeGreaterThan(40_000);
  expect(video).toMatchObject({ frameCount: 96, copyRefusal: null });
});

describe('sound that cannot be copied leaves the pictures as they are', () => {
  test.each<[string, string[], string]>([
    ['MP3', ['-c:v', 'copy', '-c:a', 'libmp3lame'], 'mp3'],
    ['AAC of six channels', ['-c:v', 'copy', '-c:a', 'aac', '-ac', '6'], 'mp4a.40.2'],
  ])('%s', async (_, options, codec) => {
    await using folder = await temporaryFolder();
    const path = await convert(await clipPath(SMALL), folder.path('other.mp4'), options);
    const { video, audio } = await factsOf(await blobOf(path));
    expect(video).toMatchObject({ frameCount: 96, copyRefusal: null });
    expect(audio).toMatchObject({ codec, stored: null });
    expect(audio?.endSeconds).toBeCloseTo(4, 1);
  });

  test('AAC with gaps between its packets', async () => {
    const file = Buffer.from(await readFile(await clipPath(SMALL)));
    const [, stts] = boxesAt(readBoxes(file), 'moov/trak/mdia/minf/stbl/stts');
    if (stts === undefined) throw new Error('The clip has no sound');
    file.writeUInt32BE(1100, stts.body + 12);
    const { video, audio } = await factsOf(new Blob([file]));
    expect(video).toMatchObject({ frameCount: 96, copyRefusal: null });
    expect(audio).toMatchObject({ stored: null });
  });

  test('AAC that begins late', async () => {
    await using folder = await temporaryFolder();
    const source = await clipPath(SMALL);
    const late = ['-itsoffset', '0.5', '-i', source, '-map', '0:v', '-map', '1:a', '-c', 'copy'];
    const { video, audio } = await factsOf(await blobOf(await convert(source, folder.path('late.mp4'), late)));
    expect(video).toMatchObject({ frameCount: 96, copyRefusal: null });
    expect(audio?.firstSample).toBeGreaterThan(20_000);
  });
});

describe('content credentials', () => {
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-c:a', 'copy'];

  /** The file with the clip's own box for credentials at its end. */
  async function signedBehind(path: string): Promise<Blob> {
    const signed = await readFile(await clipPath(SMALL));
    const [box] = boxesAt(readBoxes(signed), 'uuid');
    if (box === undefined) throw new Error('The clip has no credentials');
    return new Blob([await readFile(path), Buffer.from(bytesOf(signed, box))]);
  }

  test('are found in front of the index and behind it, by our own reader', async () => {
    const bare = await clipPath({ ...SMALL, hasUuidBox: false });
    expect(await factsOf(await blobOf(await clipPath(SMALL)))).toMatchObject({ hasContentCredentials: true });
    expect(await factsOf(await blobOf(bare))).toMatchObject({ hasContentCredentials: false });
    expect(await factsOf(await signedBehind(bare))).toMatchObject({ hasContentCredentials: true });
  });

  test('are found in clips that only the library reads', async () => {
    await using folder = await temporaryFolder();
    const other = await convert(await clipPath(SMALL), folder.path('other.mp4'), hevc);
    expect(await factsOf(await blobOf(other))).toMatchObject({
      video: { copyRefusal: 'codec' },
      hasContentCredentials: false,
    });
    expect(await factsOf(await signedBehind(other))).toMatchObject({ hasContentCredentials: true });
  });

  test('are not looked for in what is no box behind the index', async () => {
    const bare = await readFile(await clipPath({ ...SMALL, hasUuidBox: false }));
    const facts = await factsOf(new Blob([bare, Buffer.alloc(64, 0xff)]));
    expect(facts).toMatchObject({ hasContentCredentials: false, video: { frameCount: 96 } });
  });
});

test.each<[OddClipName, VideoFacts['turn']]>([
  ['turned by 90', { degrees: 90, isMirrored: false }],
  ['turned by 180', { degrees: 180, isMirrored: false }],
  ['turned by 270', { degrees: 270, isMirrored: false }],
  ['mirrored', { degrees: 0, isMirrored: true }],
])('a clip has the size that players show, and is not copied: %s', async (name, turn) => {
  const { video } = await factsOf(await blobOf(await oddClipPath(name)));
  expect(video).toMatchObject({ turn, width: 640, height: 360, copyRefusal: 'rotation', stored: null });
});

test('a clip that begins late, or comes in fragments, can be copied out of its own file', async () => {
  await using folder = await temporaryFolder();
  const source = await clipPath(SMALL);
  const late = await convert(source, folder.path('late.mp4'), ['-c', 'copy', '-output_ts_offset', '0.5']);
  const inFragments = ['-c', 'copy', '-movflags', 'frag_keyframe+delay_moov+default_base_moof'];
  const fragments = await convert(source, folder.path('fragments.mp4'), inFragments);
  const starts = new Map([[late, 500_000]]).set(fragments, 0);
  for (const [path, startUs] of starts) {
    const { video, audio } = await factsOf(await blobOf(path));
    expect(video).toMatchObject({ frameCount: 96, copyRefusal: null, fps: { num: 24, den: 1 } });
    expect(video.frameTimesUs[0]).toBe(startUs);
    expect(video.stored?.offsets).toHaveLength(96);
    expect(audio?.stored).not.toBeNull();
    const heard = (await placedPackets(path, 'audio', { honoursEdits: true })).filter(({ pts }) => pts >= 0);
    expect(audio).toMatchObject({ firstSample: heard[0]?.pts, packetCount: heard.length });
  }
});
