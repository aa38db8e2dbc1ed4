/**
 * What the server and the browser tell of one file: the same, and what ffprobe and MediaInfo tell of it. Where programs differ
 * the reason for ours is written beside it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import { openClip } from '#media/probe/open-clip.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import type { VideoFacts } from '#shared/clip/clip-facts.ts';
import { fpsNumber, type Fps } from '#shared/movie/time.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { convertedPath } from '#tests/helpers/clips/convert-clip.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { oddClipPath, oddClips, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { ODD_FILES } from '#tests/helpers/clips/odd-forms.ts';
import { runTool } from '#tests/helpers/clips/run-ffmpeg.ts';
import { readMediainfo } from '#tests/helpers/readers/mediainfo.ts';

const SMALL: ClipSpec = { seconds: 4, size: '360p', sceneNumber: 7 };

type Told = Pick<VideoFacts, 'codec' | 'width' | 'height' | 'fps' | 'frameCount'> & { sound: string | null };

async function toldByServer(file: Blob): Promise<Told & { seconds: number }> {
  const { video, audio } = await parseMp4Facts(blobSource(file));
  const { durationSeconds: seconds, ...facts } = video;
  return { ...facts, sound: audio?.codec ?? null, seconds };
}

async function toldByBrowser(file: Blob): Promise<Told> {
  const { facts, close } = await openClip(file);
  close();
  const { codec, width, height, fps, frameCount } = facts.video;
  return { codec, width, height, fps, frameCount, sound: facts.audio?.codec ?? null };
}

const ratio = z.string().transform((text): Fps => {
  const [num = 0, den = 1] = text.split(/[/:]/).map(Number);
  return { num, den };
});
const probedSchema = z.object({
  streams: z.tuple([
    z.object({
      width: z.number(),
      height: z.number(),
      sample_aspect_ratio: ratio.default({ num: 1, den: 1 }),
      r_frame_rate: ratio,
      avg_frame_rate: ratio,
      nb_read_packets: z.coerce.number(),
      duration: z.coerce.number().optional(),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
    }),
  ]),
});

async function toldByFfprobe(path: string) {
  const run = await runTool('ffprobe', [
    ...['-v', 'error', '-of', 'json', '-select_streams', 'v:0', '-count_packets', '-show_streams', path],
  ]);
  const { streams } = probedSchema.parse(JSON.parse(run.stdout.toString('utf8')));
  return streams[0];
}

/** One reader, whoever asks, and the programs that share no code with it. */
async function expectOneStory(path: string): Promise<Told> {
  const file = new Blob([Uint8Array.from(await readFile(path))]);
  const { seconds, ...told } = await toldByServer(file);
  expect(await toldByBrowser(file)).toEqual(told);
  const probed = await toldByFfprobe(path);
  expect(told.frameCount).toBe(probed.nb_read_packets);
  const aspect = (probed.width * probed.sample_aspect_ratio.num) / probed.sample_aspect_ratio.den / probed.height;
  const turned = probed.side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  expect(told.width / told.height).toBeCloseTo(turned ? 1 / aspect : aspect, 2);
  expect(seconds).toBeCloseTo(told.frameCount / fpsNumber(told.fps), 2);
  return told;
}

/** What MediaInfo tells otherwise, and why. */
const OTHERWISE: Record<string, string> = {
  'an empty edit in front': 'it counts pictures for the time in which there are none',
  'a varying rate': 'it divides by the sum of decoding times, which is not for how long pictures are shown',
};

describe('a file that readers have told differently', () => {
  test.each(Object.entries(ODD_FILES))('%s', async (name, args) => {
    const path = args.length === 0 ? await clipPath(SMALL) : await convertedPath(SMALL, args);
    const { frameCount, fps } = await expectOneStory(path);
    const { video } = await readMediainfo(path);
    const { FrameCount = frameCount, FrameRate = fpsNumber(fps) } = video ?? {};
    // MediaInfo tells three places.
    const isSame = FrameCount === frameCount && Math.abs(FrameRate - fpsNumber(fps)) < 0.001;
    expect(isSame).toBe(!(name in OTHERWISE));
  });
});

describe('an odd clip', () => {
  const inMp4 = (Object.keys(oddClips) as OddClipName[]).filter(
    (name) => name !== 'AAC in ADTS frames' && !/WebM|Matroska/.test(name),
  );
  test.each(inMp4)('%s: its pictures can be copied where they are H.264 and upright', async (name) => {
    const path = await oddClipPath(name);
    expect(await expectOneStory(path)).toMatchObject({ frameCount: 96 });
    const { facts, close } = await openClip(new Blob([await readFile(path)]));
    close();
    expect(facts.video.copyRefusal === null).toBe(!/VP9|HEVC|turned|mirrored/.test(name));
  });

  test.each<OddClipName>(['HEVC of a phone', 'a second sound that is spatial'])(
    'is heard by the first of its sounds: %s',
    async (name) => {
      const clip = await openClip(new Blob([await readFile(await oddClipPath(name))]));
      const { audio } = await clip.tracks();
      expect([clip.facts.audio?.codec, await audio?.getCodec()]).toEqual(['mp4a.40.2', 'aac']);
      clip.close();
    },
  );
});

describe('the rate', () => {
  const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-an'];
  test.each<[string, string[], Fps]>([
    // It is what the file says, and what ffprobe says of it; to take it for 24000/1001 would be a guess.
    ['23.976 as 2997/125', ['-vf', 'fps=2997/125', ...X264], { num: 2997, den: 125 }],
    ['23.976 as 24000/1001', ['-vf', 'fps=24000/1001', ...X264], { num: 24_000, den: 1001 }],
    [
      '23.976 in milliseconds',
      ['-vf', 'fps=24000/1001', '-video_track_timescale', '1000', ...X264],
      { num: 24_000, den: 1001 },
    ],
    ['14.985', ['-vf', 'fps=15000/1001', ...X264], { num: 15_000, den: 1001 }],
  ])('%s is the one that ffprobe tells', async (_, args, fps) => {
    const path = await convertedPath(SMALL, args);
    expect((await expectOneStory(path)).fps).toEqual(fps);
    expect((await toldByFfprobe(path)).r_frame_rate).toEqual(fps);
  });

  const VARYING = ['-vf', "select='lt(n,40)+not(mod(n,3))'", '-vsync', 'vfr'];

  test('that varies is the mean, as ffprobe tells it where pictures are shown in the order in which they are decoded', async () => {
    const path = await convertedPath(SMALL, [...VARYING, ...X264]);
    const { fps } = await expectOneStory(path);
    expect(fps).toEqual((await toldByFfprobe(path)).avg_frame_rate);
  });

  test('that varies is the mean over the time for which pictures are shown, where that is not how they are decoded', async () => {
    const path = await convertedPath(SMALL, [...VARYING, '-c:v', 'libx264', '-an']);
    const { fps, frameCount } = await expectOneStory(path);
    const { stdout } = await runTool('ffprobe', [
      ...['-v', 'error', '-of', 'csv=p=0', '-show_entries', 'format=duration', path],
    ]);
    expect(fpsNumber(fps)).toBeCloseTo(frameCount / Number(stdout.toString('utf8')), 3);
  });
});

describe('the size', () => {
  test('has the pixels’ shape in it that only the stream tells', async () => {
    const path = await convertedPath(SMALL, ['-vf', 'setsar=4/3', '-c:v', 'libx264', '-preset', 'ultrafast', '-an']);
    const bytes = await readFile(path);
    const at = bytes.indexOf('pasp');
    expect(at).toBeGreaterThan(0);
    bytes.write('free', at, 'latin1');
    const file = new Blob([bytes]);
    expect(await toldByServer(file)).toMatchObject({ width: 853, height: 360 });
    expect(await toldByBrowser(file)).toMatchObject({ width: 853, height: 360 });
  });

  test.each(['hvc1', 'av01', 'vp09'])('and the codec’s name are the same for all of %s', async (codec) => {
    const encoders: Record<string, string[]> = {
      hvc1: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'],
      av01: ['-c:v', 'libsvtav1', '-preset', '12'],
      vp09: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
    };
    const path = await convertedPath(SMALL, [...(encoders[codec] ?? []), '-c:a', 'copy']);
    expect((await expectOneStory(path)).codec).toMatch(new RegExp(`^${codec}\\.`));
  });
});

const folder = process.env['STORYREEL_CLIPS_DIR'];

describe.skipIf(folder === undefined)('a clip from the real model', () => {
  test('is told alike, and to the frame', async () => {
    const names = (await readdir(folder ?? '')).filter((name) => name.endsWith('.mp4'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const { fps, codec } = await expectOneStory(join(folder ?? '', name));
      expect(fps).toEqual({ num: 24, den: 1 });
      expect(codec).toMatch(/^avc1\.64/);
    }
  });
});
