import { expect, test } from 'vitest';
import { MediaFailure, mediaFailureCodes } from '#media/failures.ts';

const WAYS_ON =
  /\b(Use|Choose|Generate|Go online|Free|Replace|Export again|[Ee]xport (it )?on a server|Close|Mute|Remove|Try again)\b/;

test('every failure has a sentence of its own that ends in a way on', () => {
  const facts = { sceneNumber: 4, width: 3840, height: 2160, neededBytes: 90_000_000, freeBytes: 5_000_000 };
  const sentences = mediaFailureCodes.map(
    (code) => new MediaFailure(code, { ...facts, detail: 'transitions' }).message,
  );
  expect(new Set(sentences).size).toBe(mediaFailureCodes.length);
  for (const sentence of sentences) expect(sentence).toMatch(WAYS_ON);
  expect(new MediaFailure('unsupported-encoder', facts).message).toContain('3840×2160');
  expect(new MediaFailure('source-missing', facts).message).toContain('scene 4');
});

test('a full disk is told by where the movie goes', () => {
  const room = { neededBytes: 90_000_000, freeBytes: 5_000_000 };
  const onDevice = new MediaFailure('quota-exceeded', { ...room, destination: 'device' }).message;
  expect(onDevice).toContain('90 MB needed, 5 MB free');
  expect(onDevice).toContain('save to a file');
  const inFile = new MediaFailure('quota-exceeded', { ...room, destination: 'file' }).message;
  expect(inFile).toContain('90 MB needed, 5 MB free');
  expect(inFile).not.toContain('save to a file');
});

test('less than a megabyte is not rounded to one, nor to none', () => {
  const { message } = new MediaFailure('quota-exceeded', { neededBytes: 1_200_000, freeBytes: 900_000 });
  expect(message).toContain('2 MB needed, less than 1 MB free');
});

test('a failure of the sound does not blame the picture, nor its size', () => {
  for (const code of ['sound-encoder-failed', 'unsupported-sound'] as const) {
    const { message } = new MediaFailure(code);
    expect(message).toContain('sound');
    expect(message).not.toMatch(/size|video encoder/);
  }
});

test('a clip that this browser cannot decode is not called broken', () => {
  const of = (codec: string): string => new MediaFailure('unsupported-source', { sceneNumber: 7, codec }).message;
  expect(of('hev1.1.6.L63.90')).toContain('scene 7, which is HEVC');
  expect(of('hev1.1.6.L63.90')).toMatch(/[Ee]xport on a server with ffmpeg/);
  expect(of('mp4v.20')).toContain('scene 7, which is MPEG-4 Part 2');
  expect(of('xyz9')).not.toContain('which is');
});

test('sound that can’t be decoded is named, and its picture is not called broken', () => {
  const { message } = new MediaFailure('undecodable-sound', { sceneNumber: 3, codec: 'ac-3' });
  expect(message).toContain('The sound of scene 3 is AC-3, which your browser can’t decode. ');
  expect(message).toMatch(/leave that sound out/);
  expect(message).not.toMatch(/video|[Gg]enerate/);
  const damaged = new MediaFailure('undecodable-sound', { sceneNumber: 3 }).message;
  expect(damaged).toContain('The sound of scene 3 is damaged');
});

test('a file that cannot be written is told as such, and another one is offered', () => {
  expect(new MediaFailure('file-unwritable').message).toMatch(/the file you chose.* Choose another file/);
});
