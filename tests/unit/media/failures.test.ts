import { expect, test } from 'vitest';
import { MediaFailure } from '#media/failures.ts';

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
  const { message } = new MediaFailure('unsupported-source', { sceneNumber: 7, codec: 'hev1.1.6.L63.90' });
  expect(message).toContain('scene 7, which is HEVC');
  expect(message).toMatch(/[Ee]xport on a server with ffmpeg/);
  expect(new MediaFailure('unsupported-source', { sceneNumber: 7, codec: 'mp4v.20' }).message).toContain(
    'scene 7, which is MPEG-4 Part 2',
  );
  expect(new MediaFailure('unsupported-source', { sceneNumber: 7, codec: 'xyz9' }).message).not.toContain('which is');
});

test('sound that can’t be decoded is named, and its picture is not called broken', () => {
  const { message } = new MediaFailure('undecodable-sound', { sceneNumber: 3, codec: 'ac-3' });
  expect(message).toContain('The sound of scene 3 is AC-3, which your browser can’t decode. ');
  expect(message).toMatch(/leave that sound out/);
  expect(message).not.toMatch(/video|[Gg]enerate/);
  expect(new MediaFailure('undecodable-sound', { sceneNumber: 3 }).message).toContain(
    'The sound of scene 3 is damaged',
  );
});

test('a file that cannot be written is told as such, and another one is offered', () => {
  expect(new MediaFailure('file-unwritable').message).toMatch(/the file you chose.* Choose another file/);
});
