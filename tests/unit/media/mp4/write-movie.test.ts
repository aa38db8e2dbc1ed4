/** Heads that our writer makes: measured beforehand to the byte, and understood alike by ffmpeg, MediaInfo and MP4Box.js. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { createFile, type MP4BoxBuffer } from 'mp4box';
import { describe, expect, test } from 'vitest';
import { type ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { decodeErrors, framemd5, probeFile } from '#tests/helpers/ffprobe.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { type MovieHeadSpec, movieHeadSize, writeMovieHead } from '#shared/mp4/write-movie.ts';
import { xmpPacket } from '#shared/mp4/xmp.ts';
import {
  copyMovie,
  indexOf,
  METADATA,
  packetsOf,
  placedPackets,
  specOf,
  temporaryFolder,
  trackOf,
} from './mp4-files.ts';

const SMALL: ClipSpec = { seconds: 4, size: '360p', sceneNumber: 9 };
const SILENT: ClipSpec = { ...SMALL, sound: 'none' };

describe('a clip copied behind a new head', () => {
  test.each<[string, ClipSpec, boolean]>([
    ['with sound', SMALL, false],
    ['with 64-bit positions', SMALL, true],
    ['without sound', SILENT, false],
    ['without B-frames', { ...SMALL, hasOtherParameterSets: true }, false],
    ['at 30 frames a second', { ...SMALL, fps: 30 }, false],
  ])('%s shows and sounds as before', async (_, clip, isLarge) => {
    await using folder = await temporaryFolder();
    const [from, to] = [await clipPath(clip), folder.path('copy.mp4')];
    await copyMovie(from, to, { isLarge });
    expect(await framemd5(to)).toEqual(await framemd5(from));
    expect(await decodeErrors(to)).toEqual([]);
    const [before, after] = [await probeFile(from), await probeFile(to)];
    expect(after.format).toMatchObject({ duration: before.format.duration, start_time: 0 });
    expect(after.video).toMatchObject({ start_time: 0, duration: 4, nb_frames: before.video?.nb_frames });
    const sound = { duration: 4, start_time: 0, sample_rate: 48_000, channels: 2 };
    expect(after).toMatchObject({ audio: clip.sound === 'none' ? null : sound });
  });

  test.each([false, true])('has each packet where ffprobe sees it (64-bit: %s)', async (isLarge) => {
    await using folder = await temporaryFolder();
    const path = folder.path('copy.mp4');
    await copyMovie(await clipPath(SMALL), path, { isLarge });
    const index = await indexOf(path);
    for (const track of index.tracks)
      expect(packetsOf(track)).toEqual(await placedPackets(path, track.kind, { honoursEdits: false }));
    expect((await readFile(path)).includes(isLarge ? 'co64' : 'stco')).toBe(true);
  });

  test('is read back as it was described', async () => {
    const source = await indexOf(await clipPath(SMALL));
    const { spec, sizes } = specOf(source);
    const color = { primaries: 9, transfer: 16, matrix: 9, fullRange: true };
    const head = writeMovieHead({ ...spec, video: { ...spec.video, color } }, sizes, false);
    const media = sum(sizes.video) + sum(sizes.audio);
    const index = await readMp4Index(blobSource(new Blob([head, new Uint8Array(media)])));
    expect(index).toMatchObject({
      brands: ['isom', 'iso2', 'avc1', 'mp41'],
      movieTimescale: 12_288,
      durationTicks: 4 * 12_288,
    });
    for (const kind of ['video', 'audio'] as const) {
      const [before, after] = [trackOf(source, kind), index === null ? null : trackOf(index, kind)];
      // The clip's own last packet of sound is cut short; what we write never is.
      const { offsets: _, durations: __, ...samples } = before.samples;
      expect(after?.samples).toMatchObject(samples);
      expect(new Set(after?.samples.durations)).toEqual(new Set([kind === 'video' ? 512 : 1024]));
      expect(after?.edit).toEqual(before.edit);
      expect(after?.entry).toEqual(
        kind === 'video' ? { ...before.entry, color, pixelAspect: { h: 1, v: 1 } } : before.entry,
      );
    }
  });
});

describe('other programs', () => {
  test('MediaInfo finds nothing wrong and reads the same tracks', async () => {
    await using folder = await temporaryFolder();
    const path = folder.path('copy.mp4');
    await copyMovie(await clipPath(SMALL), path);
    const { stdout } = await promisify(execFile)('mediainfo', ['--Output=JSON', '--Details=0', path]);
    const [general, video, audio] = (JSON.parse(stdout) as { media: { track: Record<string, string>[] } }).media.track;
    expect(general).toMatchObject({ Format: 'MPEG-4', IsStreamable: 'Yes', Duration: '4.000', Title: METADATA.title });
    expect(video).toMatchObject({
      ...{ Format: 'AVC', Width: '640', Height: '360', Duration: '4.000' },
      ...{ FrameRate: '24.000', FrameRate_Mode: 'CFR', FrameCount: '96' },
    });
    const aac = { Format: 'AAC', Format_AdditionalFeatures: 'LC', SamplingRate: '48000', Duration: '4.000' };
    expect(audio).toMatchObject(aac);
    expect(stdout).not.toMatch(/error|conformance/i);
  });

  test.each([false, true])('MP4Box.js parses every byte of every box (64-bit: %s)', async (isLarge) => {
    await using folder = await temporaryFolder();
    const path = folder.path('copy.mp4');
    const xmp = xmpPacket({ title: 'a', author: null, tool: 'b' });
    const spec = await copyMovie(await clipPath(SMALL), path, { isLarge, metadata: { ...METADATA, xmp } });
    const bytes = new Uint8Array(await readFile(path));
    const file = createFile();
    file.appendBuffer(Object.assign(bytes.buffer, { fileStart: 0 }) as MP4BoxBuffer, true);
    expect(file.boxes.map(({ type }) => type)).toEqual(['ftyp', 'moov', 'uuid', 'mdat']);
    expect(file.boxes.reduce((size, box) => size + box.size, 0)).toBe(bytes.length);
    const boxes = everyBox(file.boxes as unknown as ParsedBox[]);
    // It knows no XMP; what stands in that box is tested by itself.
    const unparsed = boxes.filter(({ has_unparsed_data }) => has_unparsed_data);
    expect(unparsed.map(({ type }) => type)).toEqual(['uuid']);
    expect(boxes.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['avcC', 'pasp', 'esds', 'elst', 'ctts', 'sgpd']),
    );
    const info = file.getInfo();
    expect(info).toMatchObject({ isFragmented: false, isProgressive: true, timescale: 12_288, duration: 49_152 });
    expect(info.tracks.map(({ nb_samples, codec }) => [nb_samples, codec])).toEqual([
      [96, expect.stringMatching(/^avc1\.64/)],
      [190, 'mp4a.40.2'],
    ]);
    expect(info.tracks.map(({ edits }) => edits)).toMatchObject([
      [{ segment_duration: 49_152, media_time: 1024, media_rate_integer: 1 }],
      [{ segment_duration: 49_152, media_time: 2048, media_rate_integer: 1 }],
    ]);
    const shown = file.getTrackSamplesInfo(1).map(({ cts, dts }) => cts - dts);
    expect(shown).toEqual([...spec.video.compositionOffsets]);
  });
});

describe('metadata', () => {
  /** A clip copied under it, as ffprobe and our own reader see it. */
  async function copied(metadata: Partial<typeof METADATA> = {}) {
    await using folder = await temporaryFolder();
    const path = folder.path('copy.mp4');
    await copyMovie(await clipPath(SILENT), path, { metadata: { ...METADATA, ...metadata } });
    return { tags: (await probeFile(path)).format.tags, entry: trackOf(await indexOf(path), 'video').entry };
  }

  test('is read by ffprobe', async () => {
    expect((await copied()).tags).toMatchObject({
      ...{ title: METADATA.title, artist: METADATA.author, comment: METADATA.comment, encoder: METADATA.tool },
      ...{ date: '2026-02-03T04:05:06Z', creation_time: '2026-02-03T04:05:06.000000Z' },
    });
  });

  test('leaves out what is not said', async () => {
    const { tags } = await copied({ author: null, comment: '' });
    expect(tags).toMatchObject({ title: METADATA.title });
    expect(tags).not.toHaveProperty('artist');
    expect(tags).not.toHaveProperty('comment');
  });

  test('writes times beyond 2040 in 64 bits', async () => {
    const { tags, entry } = await copied({ createdAt: Date.UTC(2050, 0, 1) });
    expect(tags).toMatchObject({ creation_time: '2050-01-01T00:00:00.000000Z' });
    expect(entry).toMatchObject({ displayWidth: 640, orientation: { degrees: 0, isMirrored: false } });
  });
});

/** Any movie: sizes, edits and chunks that need not make sense together. */
const movie = fc
  .record({
    frames: fc.array(fc.record({ offset: fc.nat(4), isSync: fc.nat(1), size: fc.nat(90_000) }), {
      minLength: 1,
      maxLength: 60,
    }),
    packets: fc.option(fc.array(fc.nat(900), { maxLength: 60 })),
    sampleDuration: fc.constantFrom(1, 512, 1001, 80_000_000),
    color: fc.option(fc.constant({ primaries: 1, transfer: 1, matrix: 1, fullRange: false })),
    createdAt: fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
    texts: fc.tuple(fc.string({ unit: 'grapheme' }), fc.option(fc.string()), fc.string(), fc.option(fc.string())),
    editStart: fc.constantFrom(0, 1024, 2 ** 31, 2 ** 33),
    chunkEnds: fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
    isLarge: fc.boolean(),
  })
  .map((drawn) => {
    const { frames, packets, chunkEnds } = drawn;
    const [title, author, comment, xmp] = drawn.texts;
    const left = { video: frames.length, audio: packets?.length ?? 0 };
    const chunks: { track: 'video' | 'audio'; sampleCount: number }[] = [];
    while (left.video + left.audio > 0) {
      const size = chunkEnds.next().value ?? 1;
      const track = left.audio === 0 || (size % 2 === 0 && left.video > 0) ? 'video' : 'audio';
      const sampleCount = Math.min(size, left[track]);
      left[track] -= sampleCount;
      chunks.push({ track, sampleCount });
    }
    const spec: MovieHeadSpec = {
      video: {
        ...{ width: 64, height: 48, timescale: 24_000, sampleDuration: drawn.sampleDuration },
        codec: { format: 'avc1', record: Uint8Array.of(1, 100, 0, 31), lightBoxes: new Uint8Array(0) },
        color: drawn.color,
        compositionOffsets: Int32Array.from(frames, ({ offset }) => offset * Math.min(drawn.sampleDuration, 1001)),
        isSync: Uint8Array.from(frames, ({ isSync }) => isSync),
        editStartTicks: drawn.editStart,
        sampleCount: frames.length,
      },
      audio:
        packets === null
          ? null
          : {
              ...{ sampleRate: 44_100, channels: 1, audioConfig: Uint8Array.of(0x12, 0x08), averageBitrate: 96_000 },
              ...{ packetCount: packets.length, samplesPerPacket: 1024, editStartSamples: 1024 },
              durationSamples: packets.length * 1024,
            },
      metadata: { title, author, comment, tool: 'x', xmp, createdAt: drawn.createdAt },
      chunks,
    };
    const sizes = { video: Uint32Array.from(frames, ({ size }) => size), audio: Uint32Array.from(packets ?? []) };
    return { spec, sizes, isLarge: drawn.isLarge };
  });

describe('any head', () => {
  test('is as long as it was measured, and says where every sample lies', async () => {
    await fc.assert(
      fc.asyncProperty(movie, async ({ spec, sizes, isLarge }) => {
        const head = writeMovieHead(spec, sizes, isLarge);
        expect(head.length).toBe(movieHeadSize(spec, isLarge));
        const media = sum(sizes.video) + sum(sizes.audio);
        const index = await readMp4Index(blobSource(new Blob([head, new Uint8Array(media)])));
        const next = { video: 0, audio: 0 };
        let at = head.length;
        for (const { track, sampleCount } of spec.chunks) {
          const table = index?.tracks.find(({ kind }) => kind === track)?.samples;
          for (let count = 0; count < sampleCount; count += 1, next[track] += 1) {
            expect(table?.offsets[next[track]]).toBe(at);
            at += sizes[track][next[track]]!;
          }
        }
        expect(at).toBe(head.length + media);
        const video = index?.tracks[0];
        expect(video?.samples).toMatchObject({ sizes: sizes.video, isSync: spec.video.isSync });
        expect(video?.samples.compositionOffsets).toEqual(spec.video.compositionOffsets);
        expect(video?.edit?.startTicks).toBe(spec.video.editStartTicks);
      }),
    );
  });

  test('is refused when chunks, tables or sizes contradict the number of samples', async () => {
    const { spec, sizes } = specOf(await indexOf(await clipPath(SILENT)));
    const { video, chunks } = spec;
    const write = (change: Partial<MovieHeadSpec>) => () => writeMovieHead({ ...spec, ...change }, sizes, false);
    expect(write({ chunks: chunks.slice(1) })).toThrow(/95 samples in chunks of video where 96/);
    expect(write({ chunks: [...chunks, { track: 'audio', sampleCount: 1 }] })).toThrow(/1 samples in chunks of audio/);
    expect(write({ chunks: [...chunks, { track: 'video', sampleCount: 0 }] })).toThrow(/has no samples/);
    expect(write({ video: { ...video, isSync: video.isSync.subarray(1) } })).toThrow(/isSync has 95/);
    expect(
      write({ video: { ...video, compositionOffsets: video.compositionOffsets.map((ticks) => ticks - 1) } }),
    ).toThrow(/negative/);
    expect(() => writeMovieHead(spec, { ...sizes, video: sizes.video.subarray(1) }, false)).toThrow(
      /95 sizes of video/,
    );
    const huge = sizes.video.map(() => 0x0fff_ffff);
    expect(() => writeMovieHead(spec, { ...sizes, video: huge }, false)).toThrow(/needs 64-bit positions/);
    expect(writeMovieHead(spec, { ...sizes, video: huge }, true).length).toBe(movieHeadSize(spec, true));
  });
});

type ParsedBox = { type: string; has_unparsed_data?: boolean; boxes?: ParsedBox[]; entries?: unknown[] };

/** All boxes of a tree, sample entries and their boxes included. */
function everyBox(boxes: readonly ParsedBox[]): ParsedBox[] {
  return boxes.flatMap((box) => {
    const entries = (box.type === 'stsd' ? (box.entries ?? []) : []) as ParsedBox[];
    return [box, ...everyBox(box.boxes ?? []), ...everyBox(entries)];
  });
}

function sum(values: Uint32Array): number {
  return values.reduce((total, value) => total + value, 0);
}
