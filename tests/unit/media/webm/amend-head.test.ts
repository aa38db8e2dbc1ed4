/** Metadata goes into WebM files of the streaming writer without moving their media. */
import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { ArrayBufferTarget, Muxer } from 'webm-muxer';
import { beforeAll, describe, expect, test } from 'vitest';
import { toBytes } from '#shared/mp4/box-parts.ts';
import { withColor } from '#media/webm/amend-color.ts';
import { addTags, type WebmMetadata } from '#media/webm/amend-head.ts';
import { childrenOf, element, elementAt, unsigned, unsignedPart } from '#media/webm/ebml.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { decodeErrors, framemd5, probeFile } from '#tests/helpers/ffprobe.ts';
import { readMediainfo } from '#tests/helpers/readers/mediainfo.ts';
import { convert, METADATA as MOVIE, temporaryFolder } from '../mp4/mp4-files.ts';

const METADATA: WebmMetadata = { ...MOVIE, durationMs: 1000 };

/** The frames of an IVF file. */
function ivfFrames(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const frames: Uint8Array[] = [];
  for (let at = view.getUint16(6, true); at < file.length;) {
    const size = view.getUint32(at, true);
    frames.push(file.slice(at + 12, at + 12 + size));
    at += 12 + size;
  }
  return frames;
}

/** A clip's pictures as VP9, written by webm-muxer. */
async function muxed(): Promise<Uint8Array> {
  await using folder = await temporaryFolder();
  const clip = await clipPath({ seconds: 4, size: '360p', sceneNumber: 1 });
  const options = ['-t', '1', '-an', '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-s', '160x90'];
  const frames = ivfFrames(await readFile(await convert(clip, folder.path('vp9.ivf'), options)));
  const target = new ArrayBufferTarget();
  const muxer = new Muxer({
    target,
    video: { codec: 'V_VP9', width: 160, height: 90, frameRate: 24 },
  });
  frames.forEach((data, index) =>
    muxer.addVideoChunkRaw(data, index === 0 ? 'key' : 'delta', Math.round((index * 1000) / 24) * 1000),
  );
  muxer.finalize();
  return new Uint8Array(target.buffer);
}

describe('a file of the streaming writer', () => {
  let file: Uint8Array;
  beforeAll(async () => {
    file = await muxed();
  });

  test('says the color that it is given, with no other byte changed', async () => {
    await using folder = await temporaryFolder();
    const path = folder.path('colored.webm');
    const codes = { primaries: 9, transfer: 16, matrix: 9, fullRange: false };
    const colored = withColor(file, codes);
    await writeFile(path, colored);
    // ffprobe takes the matrix from the pictures, which say another.
    expect((await probeFile(path)).video).toMatchObject({ color_primaries: 'bt2020', color_transfer: 'smpte2084' });
    expect((await readMediainfo(path)).video).toMatchObject({
      colour_primaries: 'BT.2020',
      transfer_characteristics: 'PQ',
      matrix_coefficients: 'BT.2020 non-constant',
      colour_range: 'Limited',
    });
    expect(colored).toHaveLength(file.length);
    expect(colored.filter((byte, at) => byte !== file[at])).toHaveLength(4);
    expect(await decodeErrors(path)).toEqual([]);
    for (let length = 0; length < 200; length += 1)
      expect(() => withColor(file.subarray(0, length), codes)).toThrow(RangeError);
  });

  test('says what it is, to ffprobe and MediaInfo, and shows what it showed', async () => {
    await using folder = await temporaryFolder();
    const [plain, amended] = [folder.path('plain.webm'), folder.path('amended.webm')];
    const named = addTags(file, METADATA);
    await writeFile(plain, file);
    await writeFile(amended, named);
    expect(named.length).toBe(file.length);
    const { format } = await probeFile(amended);
    expect(format.duration).toBe(1);
    expect(format.tags).toMatchObject({
      title: METADATA.title,
      ARTIST: METADATA.author,
      COMMENT: METADATA.comment,
      creation_time: `${new Date(METADATA.createdAt).toISOString().slice(0, -1)}000Z`,
    });
    const { general } = await readMediainfo(amended);
    expect(general).toMatchObject({
      Title: METADATA.title,
      extra: { ARTIST: METADATA.author },
      Comment: METADATA.comment,
      Encoded_Application: METADATA.tool,
    });
    expect(await framemd5(amended)).toEqual(await framemd5(plain));
    expect(await decodeErrors(amended)).toEqual([]);
  });

  test('is found in all its parts by its seek entries', () => {
    const named = addTags(file, METADATA);
    const segment = elementAt(named, elementAt(named, 0).end);
    const seeks = childrenOf(named, elementAt(named, segment.body));
    const found = seeks.map((seek) => {
      const [id, position] = childrenOf(named, seek).map((field) => unsigned(named.subarray(field.body, field.end)));
      return [id, elementAt(named, segment.body + (position ?? 0)).id];
    });
    expect(found.map(([id]) => id)).toEqual(expect.arrayContaining([0x1c53bb6b, 0x1549a966, 0x1654ae6b, 0x1254c367]));
    for (const [id, there] of found) expect(there).toBe(id);
  });

  test('needs no more of the file than its head', () => {
    const head = file.subarray(0, 1 << 14);
    expect(addTags(head, METADATA)).toEqual(addTags(file, METADATA).subarray(0, head.length));
  });

  test('has room for the longest title and author there are', () => {
    const long = '𝄞'.repeat(120);
    expect(addTags(file, { ...METADATA, title: long, author: long }).length).toBe(file.length);
  });

  test('is refused loudly where there is no room, or no such head', () => {
    expect(() => addTags(file, { ...METADATA, comment: 'x'.repeat(9000) })).toThrow(RangeError);
    expect(() => addTags(file.subarray(0, 200), METADATA)).toThrow(RangeError);
    expect(() => addTags(new TextEncoder().encode('no WebM, but long enough'), METADATA)).toThrow(RangeError);
  });
});

test('elements of every size are read as they were written', () => {
  const sizes = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(126, 127, 128, 16_382, 16_383, 16_384));
  fc.assert(
    fc.property(fc.constantFrom(0xec, 0x7373, 0x4461, 0x1254c367), sizes, (id, size) => {
      const content = { size, write: () => undefined };
      const written = toBytes(element(id, content));
      const read = elementAt(written, 0);
      expect(read).toMatchObject({ id, start: 0, end: written.length });
      expect(read.end - read.body).toBe(size);
    }),
  );
});

test('a number takes as few bytes as hold it', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      const written = toBytes(unsignedPart(value));
      expect(unsigned(written)).toBe(value);
      expect(written.length === 1 || written[0] !== 0).toBe(true);
    }),
  );
});
