/** Metadata goes into files of the streaming writer without moving their media, or not at all. */
import { writeFile } from 'node:fs/promises';
import { ArrayBufferTarget, Muxer } from 'mp4-muxer';
import { beforeAll, describe, expect, test } from 'vitest';
import { addMetadata } from '#shared/mp4/amend-head.ts';
import { userData, xmpBox } from '#shared/mp4/metadata.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { boxesAt, readBoxes } from '#tests/helpers/clips/mp4-boxes.ts';
import { decodeErrors, framemd5, probeFile } from '#tests/helpers/ffprobe.ts';
import { xmpPacket } from '#shared/mp4/xmp.ts';
import { blobOf, indexOf, METADATA as PLAIN, packetsOf, temporaryFolder, trackOf } from './mp4-files.ts';

const XMP = xmpPacket(PLAIN);
const METADATA = { ...PLAIN, xmp: XMP };
const NEEDED = userData(METADATA).size + xmpBox(XMP).size;

/** A clip's pictures written by mp4-muxer, which leaves room for as many samples as it was told to expect. */
async function muxed(expectedVideoChunks: number): Promise<Uint8Array> {
  const small = { seconds: 4, size: '360p', sceneNumber: 11 } as const;
  const path = await clipPath({ ...small, hasOtherParameterSets: true, sound: 'none' });
  const blob = await blobOf(path);
  const { samples, entry } = trackOf(await indexOf(path), 'video');
  if (entry.kind !== 'video' || entry.avcConfig === null) throw new Error('The clip is not H.264');
  const muxer = new Muxer({
    target: new ArrayBufferTarget(),
    video: { codec: 'avc', width: entry.width, height: entry.height, frameRate: 24 },
    fastStart: { expectedVideoChunks },
  });
  const decoderConfig = { codec: 'avc1.42c01e', codedWidth: 640, codedHeight: 360, description: entry.avcConfig };
  for (const sample of samples.sizes.keys()) {
    const from = samples.offsets[sample]!;
    const data = new Uint8Array(await blob.slice(from, from + samples.sizes[sample]!).arrayBuffer());
    const at = (sample * 1_000_000) / 24;
    muxer.addVideoChunkRaw(
      data,
      sample === 0 ? 'key' : 'delta',
      at,
      1_000_000 / 24,
      sample === 0 ? { decoderConfig } : {},
    );
  }
  muxer.finalize();
  return new Uint8Array(muxer.target.buffer);
}

/** The file with a `free` box of this length, or none, behind its index. */
function withRoom(file: Uint8Array, size: number): Uint8Array {
  const { start, size: old } = boxesAt(readBoxes(Buffer.from(file)), 'free')[0]!;
  const free = Buffer.alloc(size);
  if (size > 0) {
    free.writeUInt32BE(size, 0);
    free.write('free', 4, 'latin1');
  }
  return Buffer.concat([file.subarray(0, start), free, file.subarray(start + old)]);
}

describe('a file of the streaming writer', () => {
  let file: Uint8Array;
  beforeAll(async () => {
    file = await muxed(200);
  });

  test('takes metadata in and keeps its length, its samples and its pictures', async () => {
    await using folder = await temporaryFolder();
    const [plain, amended] = [folder.path('plain.mp4'), folder.path('amended.mp4')];
    const named = addMetadata(file, METADATA);
    await writeFile(plain, file);
    await writeFile(amended, named ?? new Uint8Array(0));
    expect(named?.length).toBe(file.length);
    expect((await probeFile(amended)).format.tags).toMatchObject({
      title: METADATA.title,
      artist: METADATA.author,
      comment: METADATA.comment,
      encoder: METADATA.tool,
    });
    expect(Buffer.from(named ?? []).includes(XMP)).toBe(true);
    expect(await framemd5(amended)).toEqual(await framemd5(plain));
    expect(await decodeErrors(amended)).toEqual([]);
    const samples = async (path: string) => packetsOf(trackOf(await indexOf(path), 'video'));
    expect(await samples(amended)).toEqual(await samples(plain));
  });

  test('needs no more of the file than its head', () => {
    const { start, size } = boxesAt(readBoxes(Buffer.from(file)), 'free')[0]!;
    const head = addMetadata(file.subarray(0, start + size), METADATA);
    expect(head).toEqual(addMetadata(file, METADATA)?.subarray(0, start + size));
  });

  test.each([
    [0, ['ftyp', 'moov', 'uuid', 'mdat']],
    [8, ['ftyp', 'moov', 'uuid', 'free', 'mdat']],
    [100, ['ftyp', 'moov', 'uuid', 'free', 'mdat']],
  ])('with %i bytes to spare has these boxes left', (spare, types) => {
    const named = addMetadata(withRoom(file, NEEDED + spare), METADATA) ?? new Uint8Array(0);
    const boxes = readBoxes(Buffer.from(named));
    expect(boxes.map(({ type }) => type)).toEqual(types);
    expect(boxes.reduce((sum, { size }) => sum + size, 0)).toBe(named.length);
    expect(boxesAt(boxes, 'moov')[0]?.children.at(-1)?.type).toBe('udta');
  });

  test.each([-1, -NEEDED, 1, 7])('with %i bytes to spare is left alone', (spare) => {
    expect(addMetadata(withRoom(file, NEEDED + spare), METADATA)).toBeNull();
  });

  test('is named only once', () => {
    const named = addMetadata(file, METADATA);
    expect(named).not.toBeNull();
    expect(addMetadata(named ?? file, METADATA)).toBeNull();
  });

  test('has to have its index in front', async () => {
    const clip = await blobOf(await clipPath({ seconds: 4, size: '360p', sceneNumber: 7 }));
    expect(addMetadata(new Uint8Array(await clip.arrayBuffer()), METADATA)).toBeNull();
  });

  test('must reach to the end of the room', () => {
    const { start } = boxesAt(readBoxes(Buffer.from(file)), 'free')[0]!;
    expect(() => addMetadata(file.subarray(0, start + 20), METADATA)).toThrow(RangeError);
  });
});
