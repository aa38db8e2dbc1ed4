/** Files that promise far more than they hold: reading them takes no more memory, reads or time than any other. */
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Mp4Error, parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import { box, fullBox, latin1, type Part, sequence, toBytes, u16, u32, zeros } from '#shared/mp4/box-parts.ts';
import { blobSource, type ByteSource } from '#shared/mp4/byte-source.ts';
import { copyableVideo } from '#shared/mp4/copyable-track.ts';
import { frameRateOf } from '#shared/mp4/frame-rate.ts';
import { presentationOf } from '#shared/mp4/presentation.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { convertedPath } from '#tests/helpers/clips/convert-clip.ts';
import { sampleTable } from '#shared/mp4/write-sample-table.ts';

type CountedSource = ByteSource & { readBytes: number; reads: number };

/** The bytes in front of a file of any size, the rest of which is zeros. */
function sourceOf(front: Uint8Array, sizeBytes = front.length): CountedSource {
  return {
    sizeBytes,
    readBytes: 0,
    reads: 0,
    async read(start, end) {
      this.reads += 1;
      this.readBytes += end - start;
      const bytes = new Uint8Array(end - start);
      bytes.set(front.subarray(Math.min(start, front.length), end));
      return bytes;
    },
  };
}

const FTYP = box('ftyp', latin1('isom'), u32(0), latin1('isom'));
const MVHD = fullBox('mvhd', {}, u32(0, 0, 1000, 0), zeros(80));

/** A picture track without settings of its codec, with the tables given. */
function track(id: number, tables: readonly Part[], inEntry: Part = sequence()): Part {
  const entry = box('avc1', zeros(24), u16(64, 48), zeros(50), inEntry);
  return trackOf(id, box('stbl', fullBox('stsd', {}, u32(1), entry), ...tables));
}

function trackOf(id: number, stbl: Part): Part {
  return box(
    'trak',
    fullBox('tkhd', {}, u32(0, 0, id, 0, 0), zeros(60)),
    box(
      'mdia',
      fullBox('mdhd', {}, u32(0, 0, 24, 0), zeros(4)),
      fullBox('hdlr', {}, zeros(4), latin1('vide'), zeros(12)),
      box('minf', stbl),
    ),
  );
}

const NO_TABLES = [
  fullBox('stsz', {}, u32(0, 0)),
  fullBox('stts', {}, u32(0)),
  fullBox('stsc', {}, u32(0)),
  fullBox('stco', {}, u32(0)),
];

/** A million samples of one byte each, in some bytes: each takes 33 bytes of memory. */
const MILLION = 1_000_000;
const MILLION_TABLES = [
  fullBox('stsz', {}, u32(1, MILLION)),
  fullBox('stts', {}, u32(1, MILLION, 1)),
  fullBox('stsc', {}, u32(1, 1, MILLION, 1)),
  fullBox('stco', {}, u32(1, 0)),
];

describe('a hostile file', () => {
  test('of thousands of tracks that each have as many samples as one may is passed over', async () => {
    const traks = Array.from({ length: 3000 }, (_, at) => track(at + 1, MILLION_TABLES));
    const source = sourceOf(toBytes(sequence(FTYP, box('moov', MVHD, ...traks))), 2 * MILLION);
    expect(await readMp4Index(source)).toBeNull();
  });

  test('whose fragments count billions of samples without a byte for them is passed over, in whatever track', async () => {
    for (const trackId of [1, 7]) {
      const runs = Array.from({ length: 2000 }, () => fullBox('trun', {}, u32(0xffff_ffff)));
      const traf = box('traf', fullBox('tfhd', {}, u32(trackId)), ...runs);
      const moov = box('moov', MVHD, track(1, NO_TABLES), box('mvex', fullBox('trex', {}, u32(1, 1, 1, 0, 0))));
      const source = sourceOf(toBytes(sequence(FTYP, moov, box('moof', traf))), 1 << 20);
      expect(await readMp4Index(source)).toBeNull();
    }
  });

  test('with a box of mastering data a hundred thousand times has the first', async () => {
    const mastering = Array.from({ length: 100_000 }, (_, at) => box('mdcv', u32(at)));
    const source = sourceOf(toBytes(sequence(FTYP, box('moov', MVHD, track(1, NO_TABLES, sequence(...mastering))))));
    const entry = (await readMp4Index(source))?.tracks[0]?.entry;
    expect(entry?.kind === 'video' && entry.lightBoxes).toEqual(toBytes(box('mdcv', u32(0))));
  });

  test('that claims an index larger than the limit is refused before it is read', async () => {
    const head = toBytes(sequence(FTYP, u32(1 << 29), latin1('moov')));
    const source = sourceOf(head, 1 << 30);
    await expect(readMp4Index(source)).rejects.toThrow(/too large/);
    expect(source.readBytes).toBeLessThan(1 << 17);
  });

  test('of boxes without end and no index is left after some thousand', async () => {
    const source = sourceOf(toBytes(sequence(FTYP, ...Array.from({ length: 100_000 }, () => box('free', zeros(8))))));
    await expect(readMp4Index(source)).rejects.toThrow(/no moov among them/);
    expect(source.reads).toBeLessThan(4);
  });
});

describe.each<[string, readonly string[]]>([
  ['in fragments', ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov+default_base_moof']],
  ['of QuickTime', ['-c', 'copy', '-movflags', '+faststart', '-f', 'mov']],
  ['of HEVC', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-movflags', '+faststart']],
])('a file %s whose bytes are changed at random', (_, args) => {
  let file: Buffer;
  beforeAll(async () => {
    file = await readFile(await convertedPath({ seconds: 4, size: '360p', sceneNumber: 7 }, args));
  });

  test('has facts and packets that fit each other, or is refused, and nothing else happens', async () => {
    const change = fc.record({ at: fc.nat(Math.min(file.length - 1, 12_000)), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const broken = Buffer.from(file);
        for (const { at, byte } of changes) broken[at] = byte;
        const source = blobSource(new Blob([broken]));
        const facts = await parseMp4Facts(source).catch((error: unknown) => {
          if (error instanceof Mp4Error) return null;
          throw error;
        });
        const index = facts === null ? null : await readMp4Index(source);
        const track = index?.tracks.find(({ kind }) => kind === 'video');
        const copyable = await (track === undefined ? null : copyableVideo(source, track))?.catch((error: unknown) => {
          if (error instanceof RangeError) return null;
          throw error;
        });
        const { width = 1, height = 1, frameCount = 0 } = facts?.video ?? {};
        expect(width > 0 && height > 0).toBe(true);
        expect(copyable?.presentation.frameTimes.length ?? frameCount).toBe(frameCount);
        expect(copyable?.isReset.length ?? 0).toBe(copyable?.samples.sizes.length ?? 0);
      }),
      { numRuns: Number(process.env['TEST_RUNS'] ?? 200) },
    );
  });
});

describe('a long file', () => {
  const SECONDS = 2 * 60 * 60;

  test('of two hours in fragments of a second is read by one small piece for each', async () => {
    const fragmentBytes = 200_000;
    const moov = box('moov', MVHD, track(1, NO_TABLES), box('mvex', fullBox('trex', {}, u32(1, 1, 1, 100, 0))));
    const head = toBytes(sequence(FTYP, moov));
    const flags = 0x205;
    const run = fullBox('trun', { flags }, u32(24, 0, 0), u32(...Array<number>(24).fill(8000)));
    const moof = toBytes(box('moof', box('traf', fullBox('tfhd', { flags: 0x2_0000 }, u32(1)), run)));
    const mdat = toBytes(sequence(u32(fragmentBytes - moof.length), latin1('mdat')));
    const source: CountedSource = {
      sizeBytes: head.length + SECONDS * fragmentBytes,
      readBytes: 0,
      reads: 0,
      async read(start, end) {
        this.reads += 1;
        this.readBytes += end - start;
        const bytes = new Uint8Array(end - start);
        const put = (part: Uint8Array, at: number): void => {
          const from = Math.max(0, start - at);
          const to = Math.min(part.length, end - at);
          if (from < to) bytes.set(part.subarray(from, to), at + from - start);
        };
        put(head, 0);
        const first = Math.max(0, Math.floor((start - head.length) / fragmentBytes));
        for (let at = head.length + first * fragmentBytes; at < end; at += fragmentBytes) {
          put(moof, at);
          put(mdat, at + moof.length);
        }
        return bytes;
      },
    };
    const index = await readMp4Index(source);
    expect(index?.tracks[0]?.samples.sizes).toHaveLength(24 * SECONDS);
    expect(source.reads).toBeLessThan(SECONDS + 32);
    expect(source.readBytes).toBeLessThan(SECONDS * 5000);
  });

  test('of two hours is read in two pieces and a look behind them, its frames put in order, and its rate found', async () => {
    const count = 24 * SECONDS;
    // Every third frame is shown before the two that are decoded before it.
    const offsets = Int32Array.from({ length: count }, (_, sample) => [2, 2, -1][sample % 3] ?? 0);
    const stbl = sampleTable({
      entry: box('avc1', zeros(24), u16(64, 48), zeros(50)),
      sampleCount: count,
      sampleDuration: 1,
      compositionOffsets: offsets.map((offset) => offset + 1),
      isSync: Uint8Array.from({ length: count }, (_, sample) => (sample % 48 === 0 ? 1 : 0)),
      sizes: new Uint32Array(count).fill(1000),
      places: { samplesPerChunk: Array<number>(SECONDS).fill(24), offsets: new Float64Array(SECONDS) },
      isLarge: true,
      rollDistance: 0,
    });
    const moov = box('moov', MVHD, trackOf(1, stbl));
    const source = sourceOf(toBytes(sequence(FTYP, moov)), count * 1000);
    const track = (await readMp4Index(source))?.tracks[0];
    if (track === undefined) throw new Error('The file has no picture');
    expect(source.reads).toBe(3);
    const { frameTimes, endTicks } = presentationOf(track);
    expect(frameTimes).toEqual(Float64Array.from({ length: count }, (_, frame) => frame + 2));
    expect(frameRateOf({ times: frameTimes, end: endTicks, timescale: 24 })).toEqual({ num: 24, den: 1 });
  });
});
