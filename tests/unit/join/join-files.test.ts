/** Movies are joined on Node as in the browser: from files on a disk, through byte ranges, into a file. */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sameBytes } from '#shared/bytes.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { factsFromIndex } from '#shared/clip/facts-from-index.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import type { ExportPlan } from '#shared/export-plan/plan-types.ts';
import { checkIndex, placedRuns, type WrittenPackets } from '#shared/join/check-index.ts';
import { hashAndCompare, type FileHash } from '#shared/join/compare-bytes.ts';
import { copiedPictures, copiedSound } from '#shared/join/copied-runs.ts';
import { MovieDiffers } from '#shared/join/expect.ts';
import { movieMetadata } from '#shared/join/movie-metadata.ts';
import { byteSink, type AddRange, type WritableFile } from '#shared/join/movie-sink.ts';
import { planStitch, type Stitch } from '#shared/join/stitch.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { convertedPath } from '#tests/helpers/clips/convert-clip.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { x264Args } from '#tests/helpers/clips/x264-args.ts';
import { judgeMovieFile } from '#tests/helpers/readers/judge-movie.ts';
import { build, whole8s } from '../media/plan-builder.ts';
import { temporaryFolder } from '../media/mp4/mp4-files.ts';

const P720: ExportTarget = { width: 1280, height: 720, format: 'mp4', label: '720p' };
const P360: ExportTarget = { width: 640, height: 360, format: 'mp4', label: '360p' };
const MADE_AT = Date.UTC(2026, 0, 2);

type FileSource = ByteSource & AsyncDisposable & { reads: number };

async function fileSource(path: string): Promise<FileSource> {
  const file = await open(path, 'r');
  const source: FileSource = {
    sizeBytes: (await file.stat()).size,
    reads: 0,
    async read(start, end) {
      source.reads += 1;
      const bytes = new Uint8Array(end - start);
      await file.read(bytes, 0, bytes.length, start);
      return bytes;
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
  return source;
}

function intoFile(file: FileHandle): WritableFile<void> & { writes: number } {
  const output = {
    writes: 0,
    async write(bytes: Uint8Array, at: number): Promise<void> {
      output.writes += 1;
      await file.write(bytes, 0, bytes.length, at);
    },
    finish: () => file.close(),
  };
  return output;
}

async function factsOf(source: ByteSource): Promise<ClipFacts> {
  const index = await readMp4Index(source);
  const facts = index === null ? null : await factsFromIndex(source, index, async () => null);
  if (facts === null) throw new Error('The clip is not understood');
  return facts;
}

type Planned = { plan: ExportPlan; packets: WrittenPackets; stitch: Stitch<ByteSource> };

/** Whole clips one after the other, planned by their facts. */
async function plannedMovie(sources: readonly ByteSource[], target: ExportTarget): Promise<Planned> {
  const facts = await Promise.all(sources.map(factsOf));
  const scenes = facts.map(({ video: { fps, frameCount, width, height } }) => ({
    ...whole8s,
    clip: { ...whole8s.clip, fps, frames: frameCount, size: { width, height } },
    outFrame: frameCount,
  }));
  const { plan: movie } = build(scenes);
  const plan = planExport(movie, facts, target, { encoderConfig: null });
  const at = <T>(rows: readonly T[], scene: number): T => {
    const row = rows[scene];
    if (row === undefined) throw new RangeError(`There is no scene ${scene}`);
    return row;
  };
  const video = plan.video.map((stretch) => {
    if (stretch.kind === 'encode') throw new Error(`Frame ${stretch.startFrame} is encoded: ${stretch.reasons.join()}`);
    return copiedPictures(at(sources, stretch.scene), at(facts, stretch.scene), plan, stretch);
  });
  const audio = (plan.audio?.runs ?? []).map((run) => {
    if (run.kind !== 'copy') throw new Error(`Sound from ${run.firstPacket} on is not copied`);
    return copiedSound(at(sources, run.scene), at(facts, run.scene), run);
  });
  if (plan.audio === null || plan.joined === null) throw new Error('The movie has pictures and sound');
  const stitch = planStitch({
    width: target.width,
    height: target.height,
    fps: plan.fps,
    tags: plan.tags,
    codec: { format: 'avc1', record: plan.joined.avcConfig, lightBoxes: new Uint8Array(0) },
    metadata: movieMetadata(movie, MADE_AT),
    video,
    audio: { config: plan.audio.config, runs: audio },
  });
  return { plan, packets: { video, audio }, stitch };
}

const signal = new AbortController().signal;

/** Joins into a file. @returns how often it was written to */
async function joinInto(path: string, { stitch }: Planned): Promise<number> {
  const output = intoFile(await open(path, 'w'));
  await stitch.writeTo(byteSink(output, stitch.headBytes), () => undefined, signal);
  return output.writes;
}

function nodeHash(): FileHash {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: async () => new Uint8Array(hash.digest()) };
}

/** The whole check of a file's bytes. @returns its SHA-256 */
async function checked(path: string, { plan, packets }: Planned): Promise<string> {
  await using movie = await fileSource(path);
  const index = await readMp4Index(movie);
  if (index === null) throw new Error('The movie is no MP4');
  await checkIndex(movie, index, { plan, packets, signal });
  return await hashAndCompare(movie, placedRuns(index, packets), {
    hash: nodeHash(),
    signal,
    onPiece: () => undefined,
  });
}

/** What readers that share no code with ours find wrong with the file. */
async function problemsOf(path: string, { plan }: Planned, paths: readonly string[]) {
  const copied = plan.video.map((stretch) => ({
    movieFrame: stretch.startFrame,
    source: paths[stretch.scene] ?? '',
    sourceFrame: stretch.kind === 'copy' ? stretch.firstFrame : 0,
    frameCount: stretch.frameCount,
  }));
  return await judgeMovieFile(path, { copied, absent: [] });
}

const master = (name: string): string =>
  fileURLToPath(new URL(`../../../edge-api/demo-masters/clips/${name}.mp4`, import.meta.url));

test('two masters of the demo studio are joined from file to file, frame by frame and packet by packet', async () => {
  const paths = [master('city-neon-wide-720p'), master('forest-rain-wide-720p')];
  await using folder = await temporaryFolder();
  await using first = await fileSource(paths[0] ?? '');
  await using second = await fileSource(paths[1] ?? '');
  const planned = await plannedMovie([first, second], P720);
  expect(planned.plan.video.map(({ kind, frameCount }) => [kind, frameCount])).toEqual([
    ['copy', 360],
    ['copy', 360],
  ]);
  const readsBefore = first.reads + second.reads;
  const path = folder.path('movie.mp4');
  const writes = await joinInto(path, planned);
  const reads = first.reads + second.reads - readsBefore;

  const { problems, mediainfo } = await problemsOf(path, planned, paths);
  expect(problems).toEqual([]);
  expect(mediainfo.video).toMatchObject({ FrameRate_Mode: 'CFR', FrameCount: 720 });
  expect(mediainfo.general).toMatchObject({ Title: 'T', IsStreamable: 'Yes' });
  await using movie = await fileSource(path);
  const whole = await movie.read(0, movie.sizeBytes);
  expect(await checked(path, planned)).toBe(createHash('sha256').update(whole).digest('hex'));
  // Packets go through in pieces, and not each by itself.
  const megabytes = Math.ceil(movie.sizeBytes / 2 ** 20);
  expect(writes).toBeLessThanOrEqual(2 * megabytes + 2);
  expect(reads).toBeLessThanOrEqual(4 * megabytes + 4);
});

test('clips of different encoders share one track, with their slices rewritten', async () => {
  const small = { seconds: 4, size: '360p' as const };
  const paths = [
    await clipPath({ ...small, sceneNumber: 1 }),
    await convertedPath(
      { ...small, sceneNumber: 2 },
      x264Args('-profile:v main -x264-params weightp=2:slices=2:keyint=48'),
    ),
  ];
  await using folder = await temporaryFolder();
  await using first = await fileSource(paths[0] ?? '');
  await using second = await fileSource(paths[1] ?? '');
  const planned = await plannedMovie([first, second], P360);
  expect(planned.packets.video.filter(({ rewrite }) => rewrite !== null)).toHaveLength(1);
  const path = folder.path('movie.mp4');
  await joinInto(path, planned);
  expect((await problemsOf(path, planned, paths)).problems).toEqual([]);
  await checked(path, planned);
});

test('a packet with one other bit is found, and named', async () => {
  await using folder = await temporaryFolder();
  await using clip = await fileSource(master('snow-peak-wide-720p'));
  const planned = await plannedMovie([clip, clip], P720);
  const path = folder.path('movie.mp4');
  await joinInto(path, planned);
  const file = await open(path, 'r+');
  try {
    const at = (await file.stat()).size - 40;
    const byte = new Uint8Array(1);
    await file.read(byte, 0, 1, at);
    await file.write(Uint8Array.of((byte[0] ?? 0) ^ 1), 0, 1, at);
  } finally {
    await file.close();
  }
  await expect(checked(path, planned)).rejects.toThrow(MovieDiffers);
  await expect(checked(path, planned)).rejects.toThrow(/^packet \d+ of the (video|audio) has other bytes$/);
});

test('a host that copies ranges by itself is given them whole, and gets the same movie', async () => {
  await using folder = await temporaryFolder();
  await using first = await fileSource(master('city-neon-wide-720p'));
  await using second = await fileSource(master('forest-rain-wide-720p'));
  const planned = await plannedMovie([first, second], P720);
  const path = folder.path('movie.mp4');
  await joinInto(path, planned);
  const parts: Uint8Array[] = [];
  const ranges: number[] = [];
  const addRange: AddRange<ByteSource> = async (source, start, end) => {
    ranges.push(end - start);
    parts.push(await source.read(start, end));
  };
  const ranged = await planned.stitch.writeTo(
    {
      addRange,
      addBytes: async (bytes) => void parts.push(bytes),
      finish: async (head) => Buffer.concat([head, ...parts]),
    },
    () => undefined,
    signal,
  );
  await using movie = await fileSource(path);
  expect(sameBytes(ranged, await movie.read(0, movie.sizeBytes))).toBe(true);
  // Sound and pictures of a clip lie behind each other, so that few ranges hold them all.
  expect(ranges.length).toBeLessThan(100);
});
