/** What people read when a file's picture or sound is in a codec that this browser can't decode, to the letter. */
import { commands } from 'vitest/browser';
import { afterAll, expect, test } from 'vitest';
import type { Imported } from '#media/import/client.ts';
import type { OwnFileKind } from '#shared/entities/own-file.ts';
import type { OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { converted, fileAt } from './media-movie.ts';
import { oddClip } from './odd-clip-cases.ts';
import { removeTakenIn, takeIn } from './opfs.ts';

const SPEC = { seconds: 1, size: '360p', sceneNumber: 2, sound: 'tone' } as const;
afterAll(removeTakenIn);

type Made = { ending: string; args: string[] };

const takenAs = (bytes: Blob, ending: string, kinds: OwnFileKind[]): Promise<Imported> =>
  takeIn(new File([bytes], `Sea.${ending}`), kinds);

const taken = async ({ ending, args }: Made, kinds: OwnFileKind[]): Promise<Imported> =>
  takenAs(await converted(SPEC, args, ending), ending, kinds);

const oddBytes = async (name: OddClipName): Promise<Blob> => (await oddClip(name)).file;

const said = (found: Imported): string | null => (found.ok ? found.note : found.sentence);

const inH264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
const picture = (codec: string, name: string): string =>
  `“${name}” is in ${codec}, which this browser can’t decode. Convert it to H.264 (MP4) and add that.`;
const sound = (codec: string, name: string): string =>
  `“${name}” is in ${codec}, which this browser can’t decode. Convert it to AAC (M4A) or WAV and add that.`;

test.each<[string, Made, string]>([
  ['ProRes without sound', { ending: 'mov', args: ['-c:v', 'prores_ks', '-an'] }, 'ProRes'],
  ['ProRes with sound', { ending: 'mov', args: ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'] }, 'ProRes'],
  ['MPEG-4 Part 2 without sound', { ending: 'mov', args: ['-c:v', 'mpeg4', '-an'] }, 'MPEG-4 Part 2'],
  ['MPEG-4 Part 2 with sound', { ending: 'mp4', args: ['-c:v', 'mpeg4', '-c:a', 'aac'] }, 'MPEG-4 Part 2'],
  ['MPEG-4 Part 2 in MKV', { ending: 'mkv', args: ['-c:v', 'mpeg4', '-c:a', 'aac'] }, 'MPEG-4 Part 2'],
  ['MPEG-2 in MKV', { ending: 'mkv', args: ['-c:v', 'mpeg2video', '-c:a', 'mp2'] }, 'MPEG-2'],
  ['Motion JPEG', { ending: 'mov', args: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-an'] }, 'Motion JPEG'],
  ['Motion JPEG in MKV', { ending: 'mkv', args: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-an'] }, 'Motion JPEG'],
])('a clip in %s', async (_, made, codec) => {
  const sentence = picture(codec, `Sea.${made.ending}`);
  expect(said(await taken(made, ['clip']))).toBe(sentence);
  // Where anything is welcome, it isn't taken for music.
  expect(said(await taken(made, ['clip', 'picture', 'sound']))).toBe(sentence);
});

test('what a phone films in HEVC is named, with the way to film in H.264', async () => {
  expect(said(await takenAs(await oddBytes('HEVC of a phone'), 'mov', ['clip']))).toBe(
    '“Sea.mov” is in HEVC, which this browser can’t decode. Convert it to H.264 (MP4) and add that; iPhones record H.264 when Settings > Camera > Formats is set to Most Compatible.',
  );
});

test('a second sound that nobody here can decode is nothing to speak of', async () => {
  expect(await takenAs(await oddBytes('a second sound that is spatial'), 'mp4', ['clip'])).toMatchObject({
    ok: true,
    file: { facts: { audio: { codec: 'mp4a.40.2' } } },
    note: null,
  });
});

test.each<[string, Made, string]>([
  ['Apple Lossless', { ending: 'm4a', args: ['-vn', '-c:a', 'alac'] }, 'Apple Lossless'],
  ['AC-3', { ending: 'mp4', args: ['-vn', '-c:a', 'ac3'] }, 'AC-3'],
  ['ADPCM', { ending: 'wav', args: ['-vn', '-c:a', 'adpcm_ms'] }, 'ADPCM'],
])('music in %s', async (_, made, codec) => {
  expect(said(await taken(made, ['sound']))).toBe(sound(codec, `Sea.${made.ending}`));
});

test.each<[string, Made, string]>([
  ['Apple Lossless', { ending: 'mov', args: [...inH264, '-c:a', 'alac'] }, 'Apple Lossless'],
  ['AC-3', { ending: 'mp4', args: [...inH264, '-c:a', 'ac3'] }, 'AC-3'],
])('a clip with sound in %s is taken in with a note', async (_, made, codec) => {
  const found = await taken(made, ['clip']);
  expect(found).toMatchObject({ ok: true, file: { kind: 'clip' } });
  expect(said(found)).toBe(
    `The sound of “Sea.${made.ending}” is in ${codec}, which this browser can’t decode, so the clip plays without sound here. To hear it, convert its sound to AAC and add it again.`,
  );
});

test('a clip that is all decodable is taken in without a word', async () => {
  expect(await taken({ ending: 'mp4', args: [...inH264, '-c:a', 'aac'] }, ['clip'])).toMatchObject({
    ok: true,
    note: null,
  });
});

test('sound where a clip is wanted is told where it goes', async () => {
  const sentence = (type: string, name: string): string =>
    `“${name}” is sound (${type}), which can’t be used as a clip. Add it as music on the timeline.`;
  expect(said(await taken({ ending: 'mp3', args: ['-vn'] }, ['clip']))).toBe(sentence('MP3', 'Sea.mp3'));
  expect(said(await taken({ ending: 'mp4', args: ['-vn', '-c:a', 'aac'] }, ['clip']))).toBe(sentence('MP4', 'Sea.mp4'));
});

test('sound that is too short to be a piece is named with the limit', async () => {
  const found = await taken({ ending: 'wav', args: ['-vn', '-t', '0.05'] }, ['sound']);
  expect(said(found)).toBe('“Sea.wav” is shorter than 0.1 seconds. Choose a longer file.');
});

test('a picture where music is wanted is named for what it is', async () => {
  const made = { ending: 'mov', args: ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'] };
  expect(said(await taken(made, ['sound']))).toBe('“Sea.mov” is MOV, which can’t be used as sound.');
});

test('AAC that its file does not describe is taken in, as it can be decoded by its frames', async () => {
  const found = await takenAs(await fileAt(await commands.musicFile(2, 'AAC without its description')), 'm4a', [
    'sound',
  ]);
  expect(found).toMatchObject({ ok: true, file: { kind: 'sound', facts: { codec: 'mp4a.40.2' } } });
});
