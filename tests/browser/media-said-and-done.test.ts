/**
 * Odd movies: what the dialog says before the start, what the receipt says behind it, and what independent readers find in the
 * file are the same, and no sentence is said that isn't true of the clip.
 */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { firstTexts, reasonRows } from '#features/export/plan-sentences.ts';
import { exportCapability, startExport, type ExportTarget, type PlanSummary } from '#media/worker/client.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import { inputOf, openOutput, P360, planOf, toBase64, type SceneSpec } from './media-movie.ts';

const ORIGINAL: ExportTarget = { ...P360, label: 'As made', keepsCodec: true };

type Odd = Partial<Omit<SceneSpec, 'file' | 'number'>> & {
  /** ffmpeg's output arguments; none for a clip as the model makes it. */
  args?: string[];
  sound?: ClipSpec['sound'];
};

type Said = Record<string, string>;
type Case = { name: string; scenes: Odd[]; target?: ExportTarget; said: Said };

const PICTURE = ['-c:v', 'copy'];
const SOUND = ['-c:a', 'copy'];
const X264 = ['-c:v', 'libx264', '-preset', 'veryfast'];

const CASES: Case[] = [
  { name: 'a clip as the model makes it', scenes: [{}], said: { Video: 'copied', Sound: 'copied' } },
  {
    name: 'a lone clip with MP3',
    scenes: [{ args: [...PICTURE, '-c:a', 'libmp3lame'] }],
    said: { Video: 'copied', Sound: 'a kind of sound that can’t be copied' },
  },
  {
    name: 'a lone clip with six channels',
    scenes: [{ args: [...PICTURE, '-c:a', 'aac', '-ac', '6'] }],
    said: { Video: 'copied', Sound: 'a kind of sound that can’t be copied' },
  },
  {
    name: 'a lone clip at 32 kHz',
    scenes: [{ args: [...PICTURE, '-c:a', 'aac', '-ar', '32000'] }],
    said: { Video: 'copied', Sound: 'different sample rate or number of channels than the movie' },
  },
  {
    name: 'a lone mono clip at 44.1 kHz',
    scenes: [{ args: [...PICTURE, '-c:a', 'aac', '-ar', '44100', '-ac', '1'] }],
    said: { Video: 'copied', Sound: 'copied' },
  },
  {
    name: 'a lone mono clip made louder',
    scenes: [{ args: [...PICTURE, '-c:a', 'aac', '-ar', '44100', '-ac', '1'], gainDb: 3 }],
    said: { Video: 'copied', Sound: 'different sample rate or number of channels than the movie, volume' },
  },
  {
    name: 'two clips with different sound',
    scenes: [{}, { args: [...PICTURE, '-c:a', 'aac', '-ar', '44100', '-ac', '1'] }],
    said: {
      Video: 'copied',
      Sound: 'different sample rate or number of channels than the movie (4 s encoded, the rest copied)',
    },
  },
  {
    name: 'a muted scene beside one that is heard',
    scenes: [{}, { muted: true }],
    said: { Video: 'copied', Sound: 'copied, 4 s of silence: muted' },
  },
  {
    name: 'a scene without sound beside one with some',
    scenes: [{}, { sound: 'none' }],
    said: { Video: 'copied', Sound: 'copied, 4 s of silence: no sound in the clip' },
  },
  {
    name: 'a clip whose sound ends early, and a muted one made louder than it is',
    scenes: [{ args: [...PICTURE, '-c:a', 'aac', '-af', 'atrim=0:2'] }, { gainDb: 3 }],
    said: {
      Video: 'copied',
      Sound: 'volume (4 s encoded, 2 s of silence: no sound in the clip, the rest copied)',
    },
  },
  { name: 'only a muted clip', scenes: [{ muted: true }], said: { Video: 'copied' } },
  {
    name: 'sound with a gap between its packets',
    scenes: [{ args: ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov'] }],
    said: { Video: 'copied', Sound: 'a kind of sound that can’t be copied' },
  },
  {
    name: 'a lone clip of a varying rate',
    scenes: [{ args: [...X264, '-vf', "select='lt(n,40)+not(mod(n,3))'", '-vsync', 'vfr', ...SOUND] }],
    said: { 'Scene 1': 'variable frame rate', Sound: 'copied' },
  },
  {
    name: 'a lone interlaced clip',
    scenes: [{ args: [...X264, '-flags', '+ilme+ildct', '-x264-params', 'tff=1', ...SOUND] }],
    said: { 'Scene 1': 'a kind of H.264 that can’t be copied', Sound: 'copied' },
  },
  {
    name: 'a lone clip with pixels that are not square',
    scenes: [{ args: [...X264, '-vf', 'setsar=4/3', ...SOUND] }],
    said: { 'Scene 1': 'different size, pixels that aren’t square', Sound: 'copied' },
  },
  {
    name: 'a lone clip that was cut without being encoded',
    scenes: [{ args: [...X264, '-g', '48', '-f', 'matroska', '-t', '4', ...SOUND] }],
    said: { Video: 'copied', Sound: 'copied' },
  },
  {
    name: 'H.264 in fragments',
    scenes: [{ args: ['-c', 'copy', '-movflags', 'frag_keyframe+delay_moov'] }],
    said: { Video: 'copied', Sound: 'copied' },
  },
  {
    name: 'H.264 in Matroska with text at its end',
    scenes: [
      {
        args: ['-c', 'copy', '-f', 'matroska'],
        overlays: [
          { text: 'x', fontSize: 32, color: '#FFFFFF', position: 'center', startUs: 3_000_000, endUs: 4_000_000 },
        ],
      },
    ],
    said: { 'Scene 1': 'text (1 s encoded, the rest copied)', Sound: 'copied' },
  },
  {
    name: 'VP9, where an MP4 is to be H.264',
    scenes: [{ args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', ...SOUND] }],
    said: { 'Scene 1': 'not H.264', Sound: 'copied' },
  },
  {
    name: 'VP9 as made',
    scenes: [{ args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', ...SOUND] }],
    target: ORIGINAL,
    said: { Video: 'copied as VP9', Sound: 'copied' },
  },
  {
    name: 'HEVC as made, which this browser cannot decode',
    scenes: [{ args: ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', ...SOUND] }],
    target: ORIGINAL,
    said: { Video: 'copied as HEVC', Sound: 'copied' },
  },
];

/** What may only be said where there is a second scene. */
const OF_SEVERAL = /other scenes/;

async function pathOf({ args, sound = 'tone' }: Odd, sceneNumber: number): Promise<string> {
  const spec: ClipSpec = { seconds: 4, size: '360p', sceneNumber, sound };
  return args === undefined ? await commands.clipFile(spec) : await commands.convertedFile(spec, args);
}

/** The kinds of sound that are in a movie. */
function kindsOf(copied: number, encoded: number, silent: number): string[] {
  return [copied > 0 ? 'copied' : '', encoded > 0 ? 'encoded' : '', silent > 0 ? 'silent' : ''].filter(Boolean);
}

function soundKinds({ copiedSeconds, encodedSeconds, silentSeconds }: PlanSummary['sound']): string[] {
  return kindsOf(copiedSeconds, encodedSeconds, silentSeconds);
}

test.each(CASES)('$name', async ({ scenes, target = P360, said }) => {
  const paths = await Promise.all(scenes.map((odd, index) => pathOf(odd, index + 1)));
  const specs = await Promise.all(
    scenes.map(async ({ args: _args, sound: _sound, ...rest }, index): Promise<SceneSpec> => {
      const response = await fetch(`/@fs${paths[index]}`);
      return { ...rest, file: await response.blob(), number: index + 1 };
    }),
  );
  const { plan, sources } = await planOf(specs, { num: 24, den: 1 });
  const asMade = { ...plan, width: target.width, height: target.height };

  const capability = await exportCapability({ plan: asMade, sources, target });
  if (!capability.can || capability.summary === null)
    throw new Error(`It cannot be exported: ${JSON.stringify(capability)}`);
  const { summary } = capability;
  const rows = reasonRows(summary, 24);
  expect(Object.fromEntries(rows.map(({ about, why }) => [about, why]))).toEqual(said);
  const sentences = [firstTexts(summary).work, ...rows.map(({ why }) => why)];
  expect(scenes.length === 1 ? sentences.filter((sentence) => OF_SEVERAL.test(sentence)) : []).toEqual([]);

  const input = inputOf(asMade, sources, target, []);
  const { receipt } = await startExport(input);
  const bytes = new Uint8Array(await (await openOutput(input)).arrayBuffer());
  const base64 = toBase64(bytes);
  // The receipt keeps the dialog's word.
  expect(receipt.stretches).toMatchObject(summary.stretches);
  const done = receipt.sound ?? { copiedPackets: 0, encodedPackets: 0, silentPackets: 0 };
  expect(kindsOf(done.copiedPackets, done.encodedPackets, done.silentPackets)).toEqual(soundKinds(summary.sound));
  expect(receipt.encoders.video === null).toBe(summary.encodedSeconds === 0);
  expect(receipt.encoders.sound === null).toBe(done.encodedPackets + done.silentPackets === 0);
  // So do the bytes: copied pictures are the clips' own, and copied packets of sound, too.
  const verdict = await commands.judgeMovie(base64, promisedBytes(asMade, receipt, paths));
  expect(verdict.problems).toEqual([]);
  expect(await commands.foundPackets(base64, paths, 'a')).toBe(done.copiedPackets);
});
