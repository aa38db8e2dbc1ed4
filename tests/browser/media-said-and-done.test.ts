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
import { base64Of, inputOf, openOutput, overlay, P360, planOf, sourceOf, type SceneSpec } from './media-movie.ts';

const ORIGINAL: ExportTarget = { ...P360, label: 'As made', keepsCodec: true };

type Odd = Partial<Omit<SceneSpec, 'file' | 'number'>> & {
  /** ffmpeg's output arguments; none for a clip as the model makes it. */
  args?: string[];
  sound?: ClipSpec['sound'];
};

type Said = Record<string, string>;

const PICTURE = ['-c:v', 'copy'];
const SOUND = ['-c:a', 'copy'];
const AAC = [...PICTURE, '-c:a', 'aac'];
const MONO = [...AAC, '-ar', '44100', '-ac', '1'];
const X264 = ['-c:v', 'libx264', '-preset', 'veryfast', ...SOUND];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', ...SOUND];
const HEVC = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', ...SOUND];

const OTHER_KIND = 'a kind of sound that can’t be copied';
const OTHER_RATE = 'different sample rate or number of channels than the movie';
const copied = (sound = 'copied'): Said => ({ Video: 'copied', Sound: sound });
const encoded = (why: string): Said => ({ 'Scene 1': why, Sound: 'copied' });

const LATE_TEXT = overlay('x', 3, 4, { fontSize: 32 });

const CASES: [name: string, said: Said, scenes: Odd[], target?: ExportTarget][] = [
  ['a clip as the model makes it', copied(), [{}]],
  ['a lone clip with MP3', copied(OTHER_KIND), [{ args: [...PICTURE, '-c:a', 'libmp3lame'] }]],
  ['a lone clip with six channels', copied(OTHER_KIND), [{ args: [...AAC, '-ac', '6'] }]],
  ['a lone clip at 32 kHz', copied(OTHER_RATE), [{ args: [...AAC, '-ar', '32000'] }]],
  ['a lone mono clip at 44.1 kHz', copied(), [{ args: MONO }]],
  ['a lone mono clip made louder', copied(`${OTHER_RATE}, volume`), [{ args: MONO, gainDb: 3 }]],
  ['two clips with different sound', copied(`${OTHER_RATE} (4 s encoded, the rest copied)`), [{}, { args: MONO }]],
  ['a muted scene beside one that is heard', copied('copied, 4 s of silence: muted'), [{}, { muted: true }]],
  [
    'a scene without sound beside one with some',
    copied('copied, 4 s of silence: no sound in the clip'),
    [{}, { sound: 'none' }],
  ],
  [
    'a clip whose sound ends early, and a muted one made louder than it is',
    copied('volume (4 s encoded, 2 s of silence: no sound in the clip, the rest copied)'),
    [{ args: [...AAC, '-af', 'atrim=0:2'] }, { gainDb: 3 }],
  ],
  ['only a muted clip', { Video: 'copied' }, [{ muted: true }]],
  [
    'sound with a gap between its packets',
    copied(OTHER_KIND),
    [{ args: ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov'] }],
  ],
  [
    'a lone clip of a varying rate',
    encoded('variable frame rate'),
    [{ args: [...X264, '-vf', "select='lt(n,40)+not(mod(n,3))'", '-vsync', 'vfr'] }],
  ],
  [
    'a lone interlaced clip',
    encoded('a kind of H.264 that can’t be copied'),
    [{ args: [...X264, '-flags', '+ilme+ildct', '-x264-params', 'tff=1'] }],
  ],
  [
    'a lone clip with pixels that are not square',
    encoded('different size, pixels that aren’t square'),
    [{ args: [...X264, '-vf', 'setsar=4/3'] }],
  ],
  [
    'a lone clip that was cut without being encoded',
    copied(),
    [{ args: [...X264, '-g', '48', '-f', 'matroska', '-t', '4'] }],
  ],
  ['H.264 in fragments', copied(), [{ args: ['-c', 'copy', '-movflags', 'frag_keyframe+delay_moov'] }]],
  [
    'H.264 in Matroska with text at its end',
    encoded('text (1 s encoded, the rest copied)'),
    [{ args: ['-c', 'copy', '-f', 'matroska'], overlays: [LATE_TEXT] }],
  ],
  ['VP9, where an MP4 is to be H.264', encoded('not H.264'), [{ args: VP9 }]],
  ['VP9 as made', { Video: 'copied as VP9', Sound: 'copied' }, [{ args: VP9 }], ORIGINAL],
  [
    'HEVC as made, which this browser cannot decode',
    { Video: 'copied as HEVC', Sound: 'copied' },
    [{ args: HEVC }],
    ORIGINAL,
  ],
];

/** What may only be said where there is a second scene. */
const OF_SEVERAL = /other scenes/;

/** The kinds of sound that are in a movie. */
function kindsOf(copied: number, encoded: number, silent: number): string[] {
  return [copied > 0 ? 'copied' : '', encoded > 0 ? 'encoded' : '', silent > 0 ? 'silent' : ''].filter(Boolean);
}

function soundKinds({ copiedSeconds, encodedSeconds, silentSeconds }: PlanSummary['sound']): string[] {
  return kindsOf(copiedSeconds, encodedSeconds, silentSeconds);
}

test.each(CASES)('%s', async (_, said, scenes, target = P360) => {
  const specs = await Promise.all(
    scenes.map(({ args, sound = 'tone', ...rest }, index) =>
      sourceOf({ seconds: 4, size: '360p', sceneNumber: index + 1, sound }, rest, args),
    ),
  );
  const paths = specs.map(({ path }) => path);
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
  const base64 = await base64Of(await openOutput(input));
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
