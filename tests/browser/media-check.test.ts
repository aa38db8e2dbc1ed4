/** The check of a finished movie finds what a writer could get wrong. Each movie here is spoiled in one place before it is checked. */
import { beforeAll, expect, test } from 'vitest';
import type { ExportInput } from '#media/worker/client.ts';
import type { ExportDeps } from '#media/export/export-deps.ts';
import { lookAtClips } from '#media/export/check/look-at-clips.ts';
import { createOpfsOutput } from '#media/export/write/output-file.ts';
import { type Box, boxAt, findBox } from '#shared/mp4/boxes.ts';
import { blobAt } from '#media/probe/locate.ts';
import { exportOnPage, memorySegments } from './export-on-page.ts';
import { clip, inputOf, openOutput, overlay, P360, planOf } from './media-movie.ts';

/** What is encoded is the same in all movies, and no movie here takes it away. */
const segments: ExportDeps['segments'] = { ...memorySegments(), remove: async () => undefined };
/** The same, where no clip was looked at before: what is kept of a clip has no codec. */
const unseen: ExportDeps['segments'] = {
  ...segments,
  read: async (key) => {
    const segment = await segments.read(key);
    return segment?.index.codec === '' ? null : segment;
  },
};

let mixed: ExportInput;
let copied: ExportInput;
let encoded: ExportInput;
let webm: ExportInput;

beforeAll(async () => {
  const small = { seconds: 4, size: '360p' } as const;
  const text = [overlay('Text', 0, 4)];
  const first = { file: await clip({ ...small, sceneNumber: 61 }), number: 61 };
  const second = { file: await clip({ ...small, sceneNumber: 62 }), number: 62 };
  const joined = await planOf([first, { ...second, overlays: text }, first]);
  mixed = inputOf(joined.plan, joined.sources, P360);
  const plain = await planOf([first, second]);
  copied = inputOf(plain.plan, plain.sources, P360);
  const alone = await planOf([{ ...second, overlays: text, gainDb: -6 }]);
  encoded = inputOf(alone.plan, alone.sources, P360);
  webm = inputOf(alone.plan, alone.sources, { ...P360, format: 'webm' });
});

type Spoil = (file: Spoiled) => void;
type Spoiled = {
  view: DataView;
  /** Position behind a box's header, by the path below `moov`, of the picture's track or of the sound's. */
  at(track: 'video' | 'audio' | null, ...path: string[]): number;
  /** Adds to a 32 bit number. */
  add(at: number, by: number): void;
};

function spoiled(bytes: ArrayBuffer): Spoiled {
  const view = new DataView(bytes);
  const boxes = (from: Box): Box[] => {
    const found: Box[] = [];
    for (let at = from.body; at < from.end; at = found.at(-1)?.end ?? from.end) found.push(boxAt(view, at, from.end));
    return found;
  };
  const file: Box = { type: '', start: 0, body: 0, end: bytes.byteLength };
  return {
    view,
    at(track, ...path) {
      const moov = findBox(view, file, 'moov') ?? file;
      const tracks = boxes(moov).filter(({ type }) => type === 'trak');
      let box = track === null ? moov : (tracks[track === 'video' ? 0 : 1] ?? file);
      for (const type of path) box = findBox(view, box, type) ?? never(type);
      return box.body;
    },
    add: (at, by) => view.setUint32(at, view.getUint32(at) + by),
  };
}

function never(type: string): never {
  throw new Error(`The movie has no ${type}`);
}

/** Exports with the finished file spoiled. @returns what the check says; null when it is content */
async function detailOf(input: ExportInput, spoil: Spoil, kept = unseen): Promise<string | null> {
  const call = exportOnPage(input, {
    createOutput: async (path) => {
      const file = await createOpfsOutput(path);
      return {
        ...file,
        async finish() {
          const bytes = await (await file.finish()).arrayBuffer();
          spoil(spoiled(bytes));
          return new Blob([bytes]);
        },
      };
    },
    segments: kept,
  });
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (failure === null) return null;
  expect(failure).toMatchObject({ code: 'verification-failed' });
  await expect(openOutput(input)).rejects.toMatchObject({ name: 'NotFoundError' });
  return (failure as { facts: { detail: string } }).facts.detail;
}

const STBL = ['mdia', 'minf', 'stbl'];

/** 32 bit numbers of `stco`, `stsz` and `stss` by their place in the table. */
const row = (table: number, index: number, head = 8): number => table + head + index * 4;

const joinedSpoils: [string, Spoil, RegExp][] = [
  ['header lasts half as long', ({ add, at }) => add(at(null, 'mvhd') + 16, -100_000), /another length/],
  ['pictures are said to last half as long', ({ add, at }) => add(at('video', 'mdia', 'mdhd') + 16, -90_000), /video/],
  ['sound is said to last half as long', ({ add, at }) => add(at('audio', 'mdia', 'mdhd') + 16, -96_000), /audio/],
  [
    'edit list leaves out the last frame',
    ({ add, at }) => add(at('video', 'edts', 'elst') + 8, -600),
    /cuts the video/,
  ],
  [
    'edit list leaves out a second of sound',
    ({ add, at }) => add(at('audio', 'edts', 'elst') + 8, -14_400),
    /cuts the audio/,
  ],
  ['edit list starts a frame early', ({ add, at }) => add(at('video', 'edts', 'elst') + 12, -600), /frame 0/],
  [
    'edit list plays the packet that only primes',
    ({ view, at }) => view.setUint32(at('audio', 'edts', 'elst') + 12, 0),
    /packets/,
  ],
  [
    'picture is shown at half its width',
    ({ view, at }) => view.setUint32(at('video', 'tkhd') + 76, 320 << 16),
    /shown at 320/,
  ],
  ['frames come too early', ({ add, at }) => add(at('video', ...STBL, 'stts') + 12, -1), /frame 1 stands/],
  ['one frame is shown later', ({ add, at }) => add(at('video', ...STBL, 'ctts') + 20, 600), /stands at/],
  [
    'key frame is not listed',
    ({ view, at }) => view.setUint32(at('video', ...STBL, 'stss') + 4, 1),
    /listed as a start/,
  ],
  [
    'wrong frame is listed as a key frame',
    ({ add, at }) => add(row(at('video', ...STBL, 'stss'), 1), 1),
    /listed as a start/,
  ],
  ['frame ends early', moveBytesToNextFrame, /packet 0 of the video/],
  [
    'pictures are sought beside their place',
    ({ add, at }) => add(row(at('video', ...STBL, 'stco'), 1), 40),
    /follow each other/,
  ],
  [
    'sound is sought beside its place',
    ({ add, at }) => add(row(at('audio', ...STBL, 'stco'), 0), 16),
    /follow each other/,
  ],
  ['pictures are noise', spoilSixthFrame, /./],
  ['sound is noise', ({ view, at }) => spoilFirst(view, at('audio', ...STBL, 'stco')), /packet 0 of the audio/],
];

test.each(joinedSpoils)('a joined movie whose %s is refused', async (_, spoil, detail) => {
  expect(await detailOf(mixed, spoil)).toMatch(detail);
});

test.each(joinedSpoils)(
  'a joined movie of clips that were looked at before, whose %s, is refused',
  async (...spoiled) => {
    const [, spoil, detail] = spoiled;
    expect(await detailOf(mixed, () => undefined, segments)).toBeNull();
    expect(await detailOf(mixed, spoil, segments)).toMatch(detail);
  },
);

test('one byte in the middle of a copied frame, or of copied sound, is enough', async () => {
  for (const track of ['video', 'audio'] as const) {
    const spoil: Spoil = ({ view, at }) => {
      const place = view.getUint32(at(track, ...STBL, 'stco') + 8) + 3000;
      view.setUint8(place, view.getUint8(place) ^ 1);
    };
    expect(await detailOf(copied, spoil, segments)).toMatch(/has other bytes/);
  }
});

test('parameter sets that are not the clips’ own are refused though every packet is', async () => {
  // One of the last bytes of the PPS, which says how its pictures are quantized and transformed.
  const spoil: Spoil = ({ view, at }) => {
    const entry = at('video', ...STBL, 'stsd') + 8;
    const end = entry + view.getUint32(entry);
    const record = findText(view, entry, end, 'avcC') + 4;
    const spsBytes = view.getUint16(record + 6);
    const pps = record + 8 + spsBytes + 3;
    const last = pps + view.getUint16(pps - 2) - 2;
    view.setUint8(last, view.getUint8(last) ^ 0x10);
  };
  expect(await detailOf(copied, () => undefined, segments)).toBeNull();
  expect(await detailOf(copied, spoil, segments)).not.toBeNull();
});

test('pictures that were kept of a clip and are wrong do not condemn a movie', async () => {
  const wrong: ExportDeps['segments'] = {
    ...segments,
    read: async (key) => {
      const segment = await segments.read(key);
      const { sample = null } = segment?.index ?? {};
      if (segment === null || sample === null || segment.index.codec !== '') return segment;
      const other = { ...sample, fingerprint: sample.fingerprint.map((one) => 255 - one) };
      return { ...segment, index: { ...segment.index, sample: other } };
    },
  };
  expect(await detailOf(copied, () => undefined, segments)).toBeNull();
  expect(await detailOf(copied, () => undefined, wrong)).toBeNull();
});

test('a stretch that two encoders wrote is one, with a picture of each part', async () => {
  const store = memorySegments();
  const parts: number[] = [];
  const noted: ExportDeps['segments'] = {
    ...store,
    async write(key) {
      const writer = await store.write(key);
      const finish: typeof writer.finish = (index) => {
        if (index.codec.startsWith('avc1')) parts.push(index.sizes.length, (index.moreSamples ?? []).length);
        return writer.finish(index);
      };
      return { ...writer, finish };
    },
  };
  expect(await detailOf(encoded, () => undefined, noted)).toBeNull();
  expect(parts).toEqual([48, 0, 48, 0, 96, 1]);
});

test('a clip is decoded for the check once; from then on only the first picture behind each join is', async () => {
  const store = memorySegments();
  const packets = countDecoded();
  expect(await packets(() => detailOf(copied, () => undefined, store))).toBeGreaterThan(2 * 13);
  expect(await packets(() => detailOf(copied, () => undefined, store))).toBe(2);
});

test('clips that were looked at while the plan was read are not decoded after the click', async () => {
  const store = memorySegments();
  const packets = countDecoded();
  const deps = { openSource: blobAt, segments: store, userAgent: navigator.userAgent };
  await lookAtClips(copied, deps, new AbortController().signal);
  expect(await packets(() => detailOf(copied, () => undefined, store))).toBe(2);
});

/** Counts the packets that go to decoders while a movie is made that is not refused. */
function countDecoded(): (run: () => Promise<string | null>) => Promise<number> {
  return async (run) => {
    const decode = VideoDecoder.prototype.decode;
    let packets = 0;
    VideoDecoder.prototype.decode = function (this: VideoDecoder, chunk) {
      packets += 1;
      decode.call(this, chunk);
    };
    try {
      expect(await run()).toBeNull();
      return packets;
    } finally {
      VideoDecoder.prototype.decode = decode;
    }
  };
}

test.each<[string, Spoil, RegExp]>([
  ['key frame is not listed', ({ add, at }) => add(row(at('video', ...STBL, 'stss'), 0), 1), /listed as a start/],
  ['sound is noise', ({ view, at }) => spoilFirst(view, at('audio', ...STBL, 'stco')), /packet 0 of the audio/],
])('an encoded movie whose %s is refused', async (_, spoil, detail) => {
  expect(await detailOf(encoded, spoil)).toMatch(detail);
});

test.each<[string, Spoil, RegExp]>([
  ['sound is noise', ({ view }) => spoilBlock(view, 2), /audio has other bytes/],
  ['pictures are noise', ({ view }) => spoilBlock(view, 1), /video has other bytes/],
])('a WebM whose %s is refused', async (_, spoil, detail) => {
  expect(await detailOf(webm, spoil)).toMatch(detail);
});

test('what is not spoiled is not refused', async () => {
  expect(await detailOf(webm, () => undefined)).toBeNull();
  expect(await detailOf(mixed, () => undefined)).toBeNull();
  expect(await detailOf(encoded, () => undefined)).toBeNull();
});

/** Where four letters stand. */
function findText(view: DataView, from: number, to: number, text: string): number {
  for (let at = from; at < to; at += 1)
    if ([...text].every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0))) return at;
  throw new Error(`The movie has no ${text}`);
}

/** Overwrites what the first chunk begins with. */
function spoilFirst(view: DataView, stco: number): void {
  const place = view.getUint32(stco + 8);
  for (let at = place; at < place + 100; at += 1) view.setUint8(at, 0x55);
}

/**
 * Overwrites the end of the first block of a track that has some length: SimpleBlock, its size, the track, a time, flags
 * (RFC 9559, 10.2).
 */
function spoilBlock(view: DataView, track: number): void {
  for (let at = 0; at + 8 < view.byteLength; at += 1) {
    const [sizeBytes, size] = numberAt(view, at + 1);
    const body = at + 1 + sizeBytes;
    const isBlock = view.getUint8(at) === 0xa3 && size > 40 && body + size <= view.byteLength;
    if (!isBlock || view.getUint8(body) !== 0x80 + track) continue;
    for (let byte = body + size - 8; byte < body + size; byte += 1) view.setUint8(byte, 0x55);
    return;
  }
  throw new Error(`The movie has no block of track ${track}`);
}

/** A number whose first byte tells by its zeros in front how many bytes it has (RFC 8794, 4). */
function numberAt(view: DataView, at: number): [bytes: number, value: number] {
  const bytes = Math.min(4, Math.clz32(view.getUint8(at)) - 23);
  let value = view.getUint8(at) & (0xff >> bytes);
  for (let byte = 1; byte < bytes; byte += 1) value = value * 256 + view.getUint8(at + byte);
  return [bytes, value];
}

/** Four bytes of a frame are taken for those of the next one. */
function moveBytesToNextFrame({ add, at }: Spoiled): void {
  const sizes = at('video', ...STBL, 'stsz');
  add(row(sizes, 0, 12), -4);
  add(row(sizes, 1, 12), 4);
}

/** Overwrites a frame that the looked-at one hangs on, lengths of its slices and all. */
function spoilSixthFrame({ view, at }: Spoiled): void {
  const sizes = at('video', ...STBL, 'stsz') + 12;
  let place = view.getUint32(at('video', ...STBL, 'stco') + 8);
  for (let frame = 0; frame < 5; frame += 1) place += view.getUint32(sizes + frame * 4);
  for (let byte = 0; byte < view.getUint32(sizes + 5 * 4); byte += 1) view.setUint8(place + byte, 0xff);
}
