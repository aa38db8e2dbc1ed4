/** The index reader agrees with ffprobe on every packet, tells other files apart, and survives broken ones. */
import fc from 'fast-check';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { boxesAt, bytesOf, readBoxes } from '#tests/helpers/clips/mp4-boxes.ts';
import { ffmpeg, runTool } from '#tests/helpers/clips/run-ffmpeg.ts';
import type { Mp4Index } from '#shared/mp4/mp4-index.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { readDuration } from '#shared/mp4/read-track.ts';
import { writeMovieHead } from '#shared/mp4/write-movie.ts';
import { blobOf, convert, indexOf, packetsOf, placedPackets, specOf, temporaryFolder, trackOf } from './mp4-files.ts';

const SMALL: ClipSpec = { seconds: 4, size: '360p', sceneNumber: 7 };

/** Every sample of the file against ffprobe, before and after the edit lists. */
async function expectSamplesOf(path: string, index: Mp4Index): Promise<void> {
  for (const track of index.tracks) {
    const own = packetsOf(track);
    expect(own).toEqual(await placedPackets(path, track.kind, { honoursEdits: false }));
    const shown = await placedPackets(path, track.kind, { honoursEdits: true });
    const start = (track.edit?.startTicks ?? 0) - (track.edit?.delayTicks ?? 0);
    const byPlace = new Map(own.map((packet) => [packet.pos, packet.pts - start]));
    expect(shown.map(({ pts }) => pts)).toEqual(shown.map(({ pos }) => byPlace.get(pos)));
    expect(shown.length).toBeGreaterThan(0);
  }
}

/** Degrees by which players turn the picture; ffprobe counts the other way round. */
async function clockwiseRotation(path: string): Promise<number> {
  const what = ['-select_streams', 'v:0', '-show_entries', 'stream_side_data=rotation'];
  const { stdout } = await runTool('ffprobe', ['-v', 'error', ...what, '-of', 'csv=p=0', path]);
  return (360 - Number.parseInt(stdout.toString('utf8'), 10)) % 360;
}

describe('a clip', () => {
  test.each<[string, ClipSpec, number[]]>([
    ['as the model makes them', SMALL, [96, 190]],
    ['without sound', { ...SMALL, sound: 'none' }, [96]],
    ['upright', { ...SMALL, ratio: '9:16' }, [96, 190]],
    ['at 30 frames a second', { ...SMALL, fps: 30 }, [120, 190]],
    ['without B-frames', { ...SMALL, hasOtherParameterSets: true }, [96, 190]],
  ])('%s has each sample where ffprobe sees it', async (_, spec, counts) => {
    const path = await clipPath(spec);
    const index = await indexOf(path);
    expect(index.tracks.map(({ samples }) => samples.sizes.length)).toEqual(counts);
    await expectSamplesOf(path, index);
  });

  test('says what it is made of', async () => {
    const index = await indexOf(await clipPath(SMALL));
    expect(index).toMatchObject({
      brands: ['isom', 'iso2', 'avc1', 'mp41'],
      movieTimescale: 1000,
      durationTicks: 4000,
      isFragmented: false,
    });
    expect(trackOf(index, 'video')).toMatchObject({
      id: 1,
      timescale: 12_288,
      edit: { delayTicks: 0, startTicks: 1024, durationTicks: 4 * 12_288 },
      hasComplexEdits: false,
      hasSeveralEntries: false,
      entry: {
        format: 'avc1',
        width: 640,
        height: 360,
        pixelAspect: null,
        orientation: { degrees: 0, isMirrored: false },
        displayWidth: 640,
        displayHeight: 360,
        color: null,
      },
    });
    expect(trackOf(index, 'audio')).toMatchObject({
      id: 2,
      timescale: 48_000,
      edit: { delayTicks: 0, startTicks: 2048, durationTicks: 4 * 48_000 },
      entry: { format: 'mp4a', channels: 2, sampleRate: 48_000, objectType: 0x40 },
    });
    const { entry } = trackOf(index, 'audio');
    expect(entry.kind === 'audio' && [...(entry.audioConfig ?? [])].slice(0, 2)).toEqual([0x11, 0x90]);
  });

  test('gives its parameter sets byte for byte', async () => {
    const path = await clipPath(SMALL);
    const { entry } = trackOf(await indexOf(path), 'video');
    const file = await readFile(path);
    const at = file.indexOf('avcC');
    expect(entry.kind === 'video' && entry.avcConfig).toEqual(
      new Uint8Array(file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4))),
    );
  });

  test('says whether it has content credentials', async () => {
    expect(await indexOf(await clipPath(SMALL))).toMatchObject({ hasContentCredentials: true });
    const bare = await clipPath({ ...SMALL, hasUuidBox: false });
    expect(await indexOf(bare)).toMatchObject({ hasContentCredentials: false });
  });
});

const folder = process.env['STORYREEL_CLIPS_DIR'];

describe.skipIf(folder === undefined)('a clip that the model made', () => {
  test('has each sample where ffprobe sees it', async () => {
    const names = (await readdir(folder ?? '')).filter((name) => name.endsWith('.mp4'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const path = join(folder ?? '', name);
      const index = await indexOf(path);
      expect(index.hasContentCredentials).toBe(true);
      await expectSamplesOf(path, index);
    }
  });
});

describe('a converted file', () => {
  test.each<[string, string, string[]]>([
    ['with its index in front', 'fast.mp4', ['-c', 'copy', '-movflags', '+faststart']],
    ['of QuickTime', 'quick.mov', ['-c', 'copy']],
    ['that begins late', 'late.mp4', ['-c', 'copy', '-output_ts_offset', '0.5']],
    ['of uncompressed sound', 'pcm.mov', ['-c:v', 'copy', '-c:a', 'pcm_s16le']],
  ])('%s agrees with ffprobe', async (_, name, options) => {
    await using folder = await temporaryFolder();
    const path = await convert(await clipPath(SMALL), folder.path(name), options);
    const index = await indexOf(path);
    expect(index.tracks).toHaveLength(2);
    if (name !== 'pcm.mov') return await expectSamplesOf(path, index);
    const { entry, samples } = trackOf(index, 'audio');
    expect(entry).toMatchObject({ format: 'sowt', channels: 2, audioConfig: null });
    expect(samples.sizes.length).toBeGreaterThan(190_000);
    expect(new Set(samples.sizes)).toEqual(new Set([4]));
  });

  test('tells a delay apart from a start inside the media', async () => {
    await using folder = await temporaryFolder();
    const late = ['-c', 'copy', '-output_ts_offset', '0.5'];
    const { edit } = trackOf(await indexOf(await convert(await clipPath(SMALL), folder.path('a.mp4'), late)), 'video');
    expect(edit).toMatchObject({ delayTicks: 6144, startTicks: 1024 });
  });

  test('that is turned says by how much, as ffprobe sees it', async () => {
    await using folder = await temporaryFolder();
    const found = new Set<number | null>();
    for (const angle of ['90', '180', '270']) {
      const options = ['-c', 'copy', '-metadata:s:v', `rotate=${angle}`];
      const path = await convert(await clipPath(SMALL), folder.path(`${angle}.mp4`), options);
      const { entry } = trackOf(await indexOf(path), 'video');
      if (entry.kind !== 'video') throw new Error('The track is no picture');
      expect(entry.orientation).toEqual({ degrees: await clockwiseRotation(path), isMirrored: false });
      found.add(entry.orientation?.degrees ?? null);
    }
    expect(found).toEqual(new Set([90, 180, 270]));
  });

  test('that is mirrored says so, and one that is skewed has no orientation', async () => {
    const file = await readFile(await clipPath(SMALL));
    const matrix = file.indexOf('tkhd') + 4 + 40;
    file.writeInt32BE(-0x1_0000, matrix);
    const index = await readMp4Index(blobSource(new Blob([file])));
    expect(index?.tracks[0]?.entry).toMatchObject({ orientation: { degrees: 0, isMirrored: true } });
    file.writeInt32BE(0x8000, matrix + 4);
    const skewed = await readMp4Index(blobSource(new Blob([file])));
    expect(skewed?.tracks[0]?.entry).toMatchObject({ orientation: null });
  });

  test('has the colours and the shape of pixels that it was given', async () => {
    await using folder = await temporaryFolder();
    const path = folder.path('colour.mp4');
    const source = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=0.2'];
    const color = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'pc'];
    await ffmpeg([...source, '-vf', 'setsar=4/3', '-pix_fmt', 'yuv420p', ...color, '-movflags', 'write_colr', path]);
    expect(trackOf(await indexOf(path), 'video').entry).toMatchObject({
      color: { primaries: 1, transfer: 1, matrix: 1, fullRange: true },
      pixelAspect: { h: 4, v: 3 },
    });
  });

  test.each([
    ['one for each group', ['frag_keyframe+empty_moov+default_base_moof']],
    ['without a base of their own', ['empty_moov', '-frag_duration', '1000000']],
    ['with absolute positions, behind samples of the index', ['frag_keyframe', '-frag_duration', '1000000']],
  ])('of fragments, %s, has their samples', async (_, flags) => {
    await using folder = await temporaryFolder();
    const path = await convert(await clipPath(SMALL), folder.path('f.mp4'), ['-c', 'copy', '-movflags', ...flags]);
    const index = await indexOf(path);
    expect(index.isFragmented).toBe(true);
    for (const kind of ['video', 'audio'] as const) {
      const samples = packetsOf(trackOf(index, kind)).map(({ pos, size, flags: key }) => ({ pos, size, key }));
      const packets = await placedPackets(path, kind, { honoursEdits: false });
      expect(samples).toEqual(packets.map(({ pos, size, flags: key }) => ({ pos, size, key: `${key[0]}_` })));
      const rising = ({ pts }: { pts: number }, at: number, all: readonly { pts: number }[]): number =>
        pts - (all[0]?.pts ?? 0);
      expect(packetsOf(trackOf(index, kind)).map(rising)).toEqual(packets.map(rising));
    }
  });
});

describe('a track', () => {
  /** The clip with 32-bit numbers in the first box of a type replaced; offsets count from behind the type. */
  async function patched(type: string, values: Record<number, number>) {
    const file = await readFile(await clipPath(SMALL));
    const at = file.indexOf(type, boxesAt(readBoxes(file), 'moov')[0]?.start) + 4;
    for (const [offset, value] of Object.entries(values)) file.writeInt32BE(value, at + Number(offset));
    return (await readMp4Index(blobSource(new Blob([file]))))?.tracks[0];
  }

  test.each<[string, Record<number, number>]>([
    ['that plays at double speed', { 16: 0x2_0000 }],
    ['that shows nothing', { 12: -1 }],
    ['that starts before its media', { 12: -2 }],
  ])('%s has complex edits', async (_, values) => {
    expect(await patched('elst', values)).toMatchObject({ edit: null, hasComplexEdits: true });
  });

  test('with several stretches of media has complex edits', async () => {
    await using folder = await temporaryFolder();
    const file = await readFile(await clipPath({ ...SMALL, hasUuidBox: false }));
    const path = folder.path('two.mp4');
    await writeFile(path, withTwoEdits(file));
    expect(trackOf(await indexOf(path), 'video')).toMatchObject({ edit: null, hasComplexEdits: true });
    expect(trackOf(await indexOf(path), 'audio')).toMatchObject({ hasComplexEdits: false });
  });

  test('without an edit list has neither edit nor complex edits', async () => {
    const nameless = { [-4]: 0x66726565 };
    expect(await patched('edts', nameless)).toMatchObject({ edit: null, hasComplexEdits: false });
  });

  test('with an edit of no stated length has a start alone', async () => {
    expect(await patched('elst', { 8: 0 })).toMatchObject({ edit: { startTicks: 1024, durationTicks: null } });
  });

  test('may leave its length open, in a header of 64 bits', () => {
    const mdhd = new DataView(new ArrayBuffer(44));
    mdhd.setUint8(8, 1);
    mdhd.setBigUint64(32, 0xffff_ffff_ffff_ffffn);
    expect(readDuration(mdhd, { type: 'mdhd', start: 0, body: 8, end: 44 })).toBeGreaterThan(2 ** 63);
  });

  test('of several sample entries says so', async () => {
    expect(await patched('stsd', { 4: 2 })).toMatchObject({ hasSeveralEntries: true, entry: { format: 'avc1' } });
  });

  test.each([4, 8, 16])('with sizes of %i bits has the same samples', async (bits) => {
    const { spec } = specOf(await indexOf(await clipPath({ ...SMALL, sound: 'none' })));
    const sizes = Uint32Array.from({ length: spec.video.sampleCount }, (_, sample) => (sample * 7) % 2 ** bits);
    const head = Buffer.from(writeMovieHead(spec, { video: sizes, audio: new Uint32Array(0) }, false));
    const media = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
    const before = await readMp4Index(blobSource(new Blob([head, media])));
    const at = head.indexOf('stsz');
    head.write('stz2', at);
    head.writeUInt32BE(bits, at + 8);
    head.fill(0, at + 16, at + 16 + sizes.length * 4);
    for (const [sample, size] of sizes.entries()) {
      const byte = at + 16 + Math.floor((sample * bits) / 8);
      if (bits === 16) head.writeUInt16BE(size, byte);
      else head[byte] = head[byte]! | (bits === 4 && sample % 2 === 0 ? size << 4 : size);
    }
    const after = await readMp4Index(blobSource(new Blob([head, media])));
    expect(after?.tracks[0]?.samples).toEqual(before?.tracks[0]?.samples);
    expect(after?.tracks[0]?.samples.sizes).toEqual(sizes);
  });
});

/** The clip, whose index stands at the end, with the first track's only edit twice. */
function withTwoEdits(file: Buffer): Buffer {
  const boxes = readBoxes(file);
  const path = ['moov', 'moov/trak', 'moov/trak/edts', 'moov/trak/edts/elst'].map((name) => boxesAt(boxes, name)[0]!);
  for (const { start, size } of path) file.writeUInt32BE(size + 12, start);
  const { body, start, size } = path.at(-1)!;
  file.writeUInt32BE(2, body + 4);
  const end = start + size;
  return Buffer.concat([file.subarray(0, end), file.subarray(end - 12, end), file.subarray(end)]);
}

describe('what is read', () => {
  /** A file of which only the first and the last bytes exist, and a record of what was asked for. */
  function sparseFile(front: Uint8Array, back: Uint8Array, size: number) {
    const reads: [start: number, end: number][] = [];
    const slice = (start: number, end: number) => ({
      async arrayBuffer() {
        reads.push([start, end]);
        const bytes = new Uint8Array(end - start);
        for (const [part, at] of [
          [front, 0],
          [back, size - back.length],
        ] as const)
          for (let from = Math.max(start, at); from < Math.min(end, at + part.length); from += 1)
            bytes[from - start] = part[from - at]!;
        return bytes.buffer;
      },
    });
    return { blob: { size, slice } as unknown as Blob, reads };
  }

  test('is two small pieces, however much media lies between them', async () => {
    const file = await readFile(await clipPath(SMALL));
    const boxes = readBoxes(file);
    const box = (type: string) => bytesOf(file, boxesAt(boxes, type)[0]!);
    const size = 6_000_000_000;
    const moov = box('moov');
    const mdat = Buffer.from('000000016d6461740000000000000000', 'hex');
    mdat.writeBigUInt64BE(BigInt(size - box('ftyp').length - moov.length), 8);
    const { blob, reads } = sparseFile(Buffer.concat([box('ftyp'), mdat]), moov, size);
    expect((await readMp4Index(blobSource(blob)))?.tracks).toHaveLength(2);
    expect(reads).toEqual([
      [0, 65_536],
      [size - moov.length, size],
    ]);
  });

  test('is one piece when the index stands in front', async () => {
    await using folder = await temporaryFolder();
    const options = ['-c', 'copy', '-movflags', '+faststart'];
    const file = await readFile(await convert(await clipPath(SMALL), folder.path('a.mp4'), options));
    const { blob, reads } = sparseFile(file, new Uint8Array(0), file.length);
    expect((await readMp4Index(blobSource(blob)))?.tracks).toHaveLength(2);
    expect(reads).toEqual([[0, Math.min(file.length, 65_536)]]);
  });
});

describe('a file that is no MP4 file', () => {
  test('is null: a web page, nothing at all, WebM', async () => {
    await using folder = await temporaryFolder();
    const webm = folder.path('a.webm');
    await ffmpeg(['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=0.2', '-c:v', 'libvpx', webm]);
    expect(await readMp4Index(blobSource(await blobOf(webm)))).toBeNull();
    expect(await readMp4Index(blobSource(await blobOf(await clipPath({ ...SMALL, broken: 'notVideo' }))))).toBeNull();
    for (let size = 0; size < 9; size += 1)
      expect(await readMp4Index(blobSource(new Blob([new Uint8Array(size)])))).toBeNull();
  });

  test('is null: random bytes', async () => {
    const bytes = fc
      .uint8Array({ maxLength: 4096 })
      .filter((file) => Buffer.from(file.subarray(4, 8)).toString() !== 'ftyp');
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        expect(await readMp4Index(blobSource(new Blob([Uint8Array.from(file)])))).toBeNull();
      }),
    );
  });
});

describe('a broken file', () => {
  let file: Buffer;
  let fast: Buffer;
  beforeAll(async () => {
    await using folder = await temporaryFolder();
    file = await readFile(await clipPath(SMALL));
    const options = ['-c', 'copy', '-movflags', '+faststart'];
    fast = await readFile(await convert(await clipPath(SMALL), folder.path('fast.mp4'), options));
  });

  const read = (bytes: Uint8Array) => readMp4Index(blobSource(new Blob([Uint8Array.from(bytes)])));

  test('is named as cut off, wherever its index stands', async () => {
    const truncated = await readFile(await clipPath({ ...SMALL, broken: 'truncated' }));
    await expect(read(truncated)).rejects.toThrow(/Box mdat .* runs past/);
    await expect(read(fast.subarray(0, -1))).rejects.toThrow(/cut off: sample \d+ ends at byte/);
  });

  test('throws a RangeError for every length it may be cut to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: file.length - 1 }), async (length) => {
        await expect(read(file.subarray(0, length))).rejects.toThrow(RangeError);
      }),
    );
  });

  test.each([
    ['stsz', 8, 0x7fff_ffff, /stsz counts 2147483647 rows/],
    ['stts', 8, 1, /stts times 1 of 96 samples/],
    ['stsc', 8, 5, /stsc has a wrong run 0/],
    ['stco', 8, 0xffff_ff00, /cut off: sample 0/],
    ['stss', 8, 97, /stss names sample 97 of 96/],
    ['mdhd', 12, 0, /mdhd has a timescale of 0/],
    ['stsd', 4, 0, /stsd has no entry/],
    ['stbl', -8, 9, /stbl/],
    ['avc1', -8, 4, /avc1 has a size of 4/],
  ])('with a wrong number in %s says so', async (type, offset, value, message) => {
    const broken = Buffer.from(file);
    const at = broken.indexOf(type, boxesAt(readBoxes(file), 'moov')[0]?.start) + 4;
    broken.writeUInt32BE(value, at + offset);
    await expect(read(broken)).rejects.toThrow(RangeError);
    await expect(read(broken)).rejects.toThrow(message);
  });

  test('takes no memory for samples that it can not hold', async () => {
    const broken = Buffer.from(file);
    const at = broken.indexOf('stsz') + 4;
    broken.writeUInt32BE(1, at + 4);
    broken.writeUInt32BE(0xffff_ffff, at + 8);
    await expect(read(broken)).rejects.toThrow(/cut off: box stsz counts 4294967295 samples/);
  });

  test('gives an index or a RangeError, nothing else, whatever bits are flipped in its index', async () => {
    const moov = boxesAt(readBoxes(fast), 'moov')[0]!;
    const flip = fc.record({
      at: fc.integer({ min: 0, max: moov.start + moov.size - 1 }),
      bit: fc.integer({ min: 0, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 8 }), async (flips) => {
        const broken = Buffer.from(fast);
        for (const { at, bit } of flips) broken[at] = broken[at]! ^ (1 << bit);
        const index = await read(broken).catch((error: unknown) => {
          if (error instanceof RangeError) return null;
          throw error;
        });
        for (const { samples } of index?.tracks ?? []) expect(samples.offsets.length).toBe(samples.sizes.length);
      }),
      { numRuns: Number(process.env['TEST_RUNS'] ?? 500) },
    );
  });
});
