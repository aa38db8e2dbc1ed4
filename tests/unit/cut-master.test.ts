// Every master of the demo studio can be cut to 4, 5, 6 and 8 s by copying packets.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cutMaster, MasterFormError, type ClipSeconds } from '#edge-api/providers/video-model/demo/cut-master.ts';
import { boxesAt, bytesOf, readBoxes, type Mp4Box } from '#tests/helpers/clips/mp4-boxes.ts';

const folder = new URL('../../edge-api/demo-masters/', import.meta.url);
const clipSchema = z.object({ resolution: z.string(), file: z.string(), width: z.number(), height: z.number() });
const manifestSchema = z.object({ moods: z.array(z.object({ clips: z.array(clipSchema) })) });
const manifest = manifestSchema.parse(JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8')));
const clips = manifest.moods.flatMap((mood) => mood.clips);
const masters720 = clips.filter((clip) => clip.resolution === '720p').map((clip) => clip.file);
const lengths: ClipSeconds[] = [4, 5, 6, 8];

const readMaster = (file: string) => readFile(new URL(file, folder));

/** Every sample of one track in decode order: its bytes, and when it is presented in ticks. */
function samplesOf(file: Buffer, trak: Mp4Box) {
  const table = (type: string) => {
    const box = boxesAt([trak], `trak/mdia/minf/stbl/${type}`)[0];
    return box && file.subarray(box.body, box.start + box.size);
  };
  const runs = (body: Buffer | undefined) =>
    body === undefined
      ? []
      : Array.from({ length: body.readUInt32BE(4) }, (_, i) => i).flatMap((i) =>
          Array<number>(body.readUInt32BE(8 + i * 8)).fill(body.readUInt32BE(12 + i * 8)),
        );
  const stsz = table('stsz') ?? Buffer.alloc(12);
  const stsc = table('stsc') ?? Buffer.alloc(8);
  const stco = table('stco') ?? Buffer.alloc(8);
  const durations = runs(table('stts'));
  const shifts = runs(table('ctts'));
  const samples: { bytes: Buffer; shownAt: number }[] = [];
  let decodeTime = 0;
  for (let chunk = 1, entry = 0; chunk <= stco.readUInt32BE(4); chunk++) {
    const hasNext = entry + 1 < stsc.readUInt32BE(4);
    if (hasNext && stsc.readUInt32BE(8 + (entry + 1) * 12) === chunk) entry++;
    let at = stco.readUInt32BE(4 + chunk * 4);
    for (let i = 0; i < stsc.readUInt32BE(12 + entry * 12); i++) {
      const index = samples.length;
      const size = stsz.readUInt32BE(12 + index * 4);
      samples.push({ bytes: file.subarray(at, at + size), shownAt: decodeTime + (shifts[index] ?? 0) });
      at += size;
      decodeTime += durations[index] ?? Number.NaN;
    }
  }
  expect(samples).toHaveLength(stsz.readUInt32BE(8));
  return { samples, mediaTicks: decodeTime };
}

/** Tells samples apart without comparing their bytes one by one. */
const fingerprint = ({ bytes, shownAt }: { bytes: Buffer; shownAt: number }) =>
  `${shownAt} ${createHash('sha256').update(bytes).digest('base64')}`;

function readMovie(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes = readBoxes(file);
  const traks = boxesAt(boxes, 'moov/trak');
  const field = (path: string, at: number, from: readonly Mp4Box[] = boxes) =>
    boxesAt(from, path).map((box) => file.readUInt32BE(box.body + at));
  const [video, sound] = traks.map((trak) => samplesOf(file, trak));
  if (!video || !sound) throw new Error('The movie has no two tracks');
  return {
    boxes,
    video,
    sound,
    order: boxes.map((box) => box.type),
    mdatBytes: (boxes.find((box) => box.type === 'mdat')?.size ?? 0) - 8,
    keyFrames: field('moov/trak/mdia/minf/stbl/stss', 8),
    movieMs: field('moov/mvhd', 16),
    trackMs: field('moov/trak/tkhd', 20),
    mediaTicks: field('moov/trak/mdia/mdhd', 16),
    editMs: field('moov/trak/edts/elst', 8),
    editStarts: field('moov/trak/edts/elst', 12),
    groupedSamples: field('moov/trak/mdia/minf/stbl/sbgp', 12),
    descriptions: boxesAt(boxes, 'moov/trak/mdia/minf/stbl/stsd').map((box) => bytesOf(file, box).toString('hex')),
  };
}

describe.each(masters720)('%s', (file) => {
  test.each(lengths)('cut to %i s holds exactly its first frames and their sound', async (seconds) => {
    const master = await readMaster(file);
    const cut = cutMaster(master, seconds);
    const from = readMovie(master);
    const movie = readMovie(cut);
    const frames = seconds * 24;
    const packets = 2 + Math.ceil((seconds * 48_000) / 1024);

    expect(movie.order).toEqual(['ftyp', 'mdat', 'moov']);
    expect(movie.video.samples.map(fingerprint)).toEqual(from.video.samples.slice(0, frames).map(fingerprint));
    expect(movie.sound.samples.map(fingerprint)).toEqual(from.sound.samples.slice(0, packets).map(fingerprint));
    const shown = movie.video.samples.map((sample) => (sample.shownAt - 1024) / 512);
    expect(shown.toSorted((a, b) => a - b)).toEqual([...shown.keys()]);
    expect(movie.mdatBytes).toBe(
      [...movie.video.samples, ...movie.sound.samples].reduce((sum, sample) => sum + sample.bytes.length, 0),
    );
    expect(movie.keyFrames).toEqual([1]);
    expect(movie.movieMs).toEqual([seconds * 1000]);
    expect(movie.trackMs).toEqual([seconds * 1000, seconds * 1000]);
    expect(movie.editMs).toEqual([seconds * 1000, seconds * 1000]);
    expect(movie.editStarts).toEqual([1024, 2048]);
    expect(movie.mediaTicks).toEqual([frames * 512, packets * 1024]);
    expect([movie.video.mediaTicks, movie.sound.mediaTicks]).toEqual(movie.mediaTicks);
    expect(movie.groupedSamples).toEqual([packets]);
    expect(movie.descriptions).toEqual(from.descriptions);
  });
});

test('all masters of one size share their parameter sets', async () => {
  const sets = new Map<string, Set<string>>();
  for (const clip of clips) {
    const description = readMovie(await readMaster(clip.file)).descriptions[0] ?? '';
    const size = `${clip.width}x${clip.height}`;
    const at = description.indexOf(Buffer.from('avcC').toString('hex'));
    const length = Number.parseInt(description.slice(at - 8, at), 16);
    sets.set(size, (sets.get(size) ?? new Set()).add(description.slice(at, at - 8 + length * 2)));
  }
  expect([...sets.values()].map((found) => found.size)).toEqual([1, 1, 1, 1]);
});

test('cutting a cut again at its own length changes nothing', async () => {
  const once = cutMaster(await readMaster(masters720[0] ?? ''), 6);
  expect(Buffer.from(cutMaster(once, 6)).equals(Buffer.from(once))).toBe(true);
});

describe('what is no demo master is refused by name', () => {
  test('bytes that are no MP4', () => {
    expect(() => cutMaster(new TextEncoder().encode('not a movie at all'), 4)).toThrow(MasterFormError);
    expect(() => cutMaster(new Uint8Array(), 4)).toThrow('expected a box ftyp');
  });

  test('a truncated file', async () => {
    const master = await readMaster(masters720[0] ?? '');
    expect(() => cutMaster(master.subarray(0, master.length - 100), 4)).toThrow(/moov of \d+ bytes runs past/);
  });

  test('a clip shorter than the cut', async () => {
    const short = cutMaster(await readMaster(masters720[0] ?? ''), 4);
    expect(() => cutMaster(short, 8)).toThrow('expected 192 frames, found 96');
  });

  test('a file without sound', async () => {
    const silent = Buffer.from(cutMaster(await readMaster(masters720[0] ?? ''), 4));
    const sound = boxesAt(readBoxes(silent), 'moov/trak')[1];
    silent.write('free', (sound?.start ?? 0) + 4, 'latin1');
    expect(() => cutMaster(silent, 4)).toThrow('expected a sound track');
  });
});
