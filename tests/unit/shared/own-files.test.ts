/** What own files are by their bytes, and how they are cut into parts. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { partCount, partRange } from '#shared/own-files/limits.ts';
import { pictureSize } from '#shared/own-files/picture-size.ts';
import { containerName, likelyKind, SNIFFED_BYTES, sniffContainer, typeAs } from '#shared/own-files/sniff.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-own-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=0.5'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=0.5:sample_rate=48000'];

async function fileOf(name: string, args: string[]): Promise<Uint8Array> {
  const path = join(folder, name);
  await run('ffmpeg', ['-v', 'error', '-y', ...args, path]);
  return readFile(path);
}

describe('real files', () => {
  const cases: [name: string, container: string, kind: string | null, args: string[]][] = [
    ['a.mp4', 'MP4', 'clip', [...PICTURE, '-c:v', 'libx264']],
    ['a.mov', 'MOV', 'clip', [...PICTURE, '-c:v', 'libx264']],
    ['a.webm', 'WebM', 'clip', [...PICTURE, '-c:v', 'libvpx-vp9']],
    ['a.mkv', 'MKV', 'clip', [...PICTURE, '-c:v', 'libx264']],
    ['a.jpg', 'JPEG', 'picture', [...PICTURE, '-frames:v', '1']],
    ['a.png', 'PNG', 'picture', [...PICTURE, '-frames:v', '1']],
    ['a.webp', 'WebP', 'picture', [...PICTURE, '-frames:v', '1']],
    ['a.mp3', 'MP3', 'sound', SOUND],
    ['tagged.mp3', 'MP3', 'sound', [...SOUND, '-metadata', 'title=A song']],
    ['bare.mp3', 'MP3', 'sound', [...SOUND, '-id3v2_version', '0', '-write_xing', '0']],
    ['a.aac', 'AAC', 'sound', SOUND],
    ['a.m4a', 'M4A', 'sound', SOUND],
    ['a.wav', 'WAV', 'sound', SOUND],
    ['a.flac', 'FLAC', 'sound', SOUND],
    ['a.opus', 'Ogg', 'sound', [...SOUND, '-c:a', 'libopus']],
    ['a.ogg', 'Ogg', 'sound', [...SOUND, '-c:a', 'libvorbis']],
    ['a.gif', 'GIF', null, PICTURE],
    ['a.avi', 'AVI', null, PICTURE],
    ['a.ts', 'MPEG-TS', null, PICTURE],
    ['a.ogv', 'Ogg video', null, [...PICTURE, '-c:v', 'libtheora']],
    ['a.tiff', 'TIFF', null, [...PICTURE, '-frames:v', '1']],
  ];
  test.each(cases)('%s is %s', async (name, container, kind, args) => {
    const bytes = await fileOf(name, args);
    const found = sniffContainer(bytes.subarray(0, SNIFFED_BYTES));
    expect(found && [containerName(found), likelyKind(found)]).toEqual([container, kind]);
    expect(kind === 'picture' ? pictureSize(bytes) : null).toEqual(
      kind === 'picture' ? { width: 320, height: 180 } : null,
    );
  });
});

test('text, web pages, programs, and noise are no file of anybody', () => {
  const pages = ['<!doctype html>', '<svg xmlns="http://www.w3.org/2000/svg"/>'];
  const texts = ['', 'a', ...pages, '#EXTM3U', 'MZ\x90', '\x7fELF'];
  for (const text of texts) expect([text, sniffContainer(Buffer.from(text, 'latin1'))]).toEqual([text, null]);
  expect(sniffContainer(new Uint8Array(SNIFFED_BYTES))).toBeNull();
  expect(sniffContainer(new Uint8Array(SNIFFED_BYTES).fill(0xff))).toBeNull();
});

test('an AVIF picture has the size of its largest item, and iPhone pictures are HEIC', () => {
  const box = (type: string, ...body: number[]): number[] => [
    ...[0, 0, (8 + body.length) >> 8, (8 + body.length) & 0xff],
    ...Buffer.from(type),
    ...body,
  ];
  const ispe = (width: number, height: number): number[] =>
    box('ispe', 0, 0, 0, 0, 0, 0, width >> 8, width & 0xff, 0, 0, height >> 8, height & 0xff);
  const brand = (name: string): number[] => box('ftyp', ...Buffer.from(name), 0, 0, 0, 0, ...Buffer.from('mif1'));
  const meta = box('meta', 0, 0, 0, 0, ...box('iprp', ...box('ipco', ...ispe(512, 512), ...ispe(4_000, 3_000))));
  const avif = new Uint8Array([...brand('avif'), ...meta, 0, 0, 0, 8]);
  expect([sniffContainer(avif), pictureSize(avif)]).toEqual(['avif', { width: 4_000, height: 3_000 }]);
  expect(pictureSize(avif.subarray(0, 40))).toBeNull();
  expect(sniffContainer(new Uint8Array(brand('heic')))).toBe('heic');
});

test('a container serves as no kind that it is not for', () => {
  expect([typeAs('webm', 'sound'), typeAs('mp4', 'sound')]).toEqual(['audio/webm', 'audio/mp4']);
  expect([typeAs('jpeg', 'clip'), typeAs('heic', 'picture')]).toEqual([null, null]);
});

test('parts cover the file once, the last with what is left', () => {
  const part = limits.uploadPartBytes;
  for (const size of [1, part - 1, part, part + 1, 2 * part, limits.ownClipBytes]) {
    const ranges = Array.from({ length: partCount(size) }, (_, index) => partRange(size, index + 1));
    expect(ranges.reduce((end, range) => (range?.start === end ? range.end : Number.NaN), 0)).toBe(size);
    for (const number of [0, -1, 1.5, partCount(size) + 1]) expect(partRange(size, number)).toBeNull();
  }
});
