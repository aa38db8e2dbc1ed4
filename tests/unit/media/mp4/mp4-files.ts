/** Files for the tests of the MP4 reader and writer: conversions by ffmpeg, and movies copied by our own writer. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ffmpeg, runTool } from '#tests/helpers/clips/run-ffmpeg.ts';
import type { Mp4Index, Mp4Track } from '#shared/mp4/mp4-index.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { type MovieHeadSpec, type SampleSizes, writeMovieHead } from '#shared/mp4/write-movie.ts';

/** A folder that is removed with the scope. */
export async function temporaryFolder(): Promise<{ path(name: string): string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'mp4-'));
  return {
    path: (name) => join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

export async function blobOf(path: string): Promise<Blob> {
  return new Blob([await readFile(path)]);
}

/** The index of what must be an MP4 file. */
export async function indexOf(path: string): Promise<Mp4Index> {
  const index = await readMp4Index(blobSource(await blobOf(path)));
  if (index === null) throw new Error(`${path} is no MP4 file`);
  return index;
}

export function trackOf(index: Mp4Index, kind: Mp4Track['kind']): Mp4Track {
  const track = index.tracks.find((candidate) => candidate.kind === kind);
  if (track === undefined) throw new Error(`The file has no ${kind}`);
  return track;
}

/** What ffmpeg makes of a file; the options stand between input and output. */
export async function convert(from: string, to: string, options: readonly string[]): Promise<string> {
  await ffmpeg(['-i', from, ...options, to]);
  return to;
}

const packet = z.object({
  pts: z.number(),
  dts: z.number(),
  /** Left out where ffprobe does not tell it: of some samples of fragments. */
  duration: z.number().default(0),
  pos: z.coerce.number(),
  size: z.coerce.number(),
  flags: z.string(),
});

/** Ticks of the stream, bytes, and the flags as ffprobe writes them. */
export type PlacedPacket = z.infer<typeof packet>;

/** The packets of the first stream of a kind, in stored order; times as the sample tables say, or after the edit list. */
export async function placedPackets(
  path: string,
  kind: Mp4Track['kind'],
  { honoursEdits }: { honoursEdits: boolean },
): Promise<PlacedPacket[]> {
  const edits = honoursEdits ? [] : ['-ignore_editlist', '1'];
  const what = ['-select_streams', `${kind[0]}:0`, '-show_entries', 'packet=pts,dts,duration,pos,size,flags'];
  const run = await runTool('ffprobe', ['-v', 'error', '-of', 'json', ...edits, ...what, path]);
  return z.object({ packets: z.array(packet) }).parse(JSON.parse(run.stdout.toString('utf8'))).packets;
}

/** A track's samples as ffprobe would list them without the edit list. */
export function packetsOf({ samples }: Mp4Track): PlacedPacket[] {
  return [...samples.sizes.keys()].map((at) => ({
    pts: samples.decodeTimes[at]! + samples.compositionOffsets[at]!,
    dts: samples.decodeTimes[at]!,
    duration: samples.durations[at]!,
    pos: samples.offsets[at]!,
    size: samples.sizes[at]!,
    flags: samples.isSync[at] === 1 ? 'K_' : '__',
  }));
}

export const METADATA: MovieHeadSpec['metadata'] = {
  title: 'Rain & <Sun> – “Zwölf”',
  author: 'Ada Lovelace',
  comment: 'Made of two scenes',
  tool: 'Storyreel',
  xmp: null,
  createdAt: Date.UTC(2026, 1, 3, 4, 5, 6),
};

/** The head that describes all packets of a clip again, with the file's own order of packets. */
export function specOf(index: Mp4Index, metadata = METADATA): { spec: MovieHeadSpec; sizes: SampleSizes } {
  const video = trackOf(index, 'video');
  const audio = index.tracks.find(({ kind }) => kind === 'audio');
  if (video.entry.kind !== 'video' || video.entry.avcConfig === null) throw new Error('The picture is not H.264');
  const spec: MovieHeadSpec = {
    video: {
      width: video.entry.width,
      height: video.entry.height,
      timescale: video.timescale,
      sampleDuration: video.samples.durations[0]!,
      codec: { format: 'avc1', record: video.entry.avcConfig, lightBoxes: new Uint8Array(0) },
      color: video.entry.color,
      compositionOffsets: video.samples.compositionOffsets,
      isSync: video.samples.isSync,
      editStartTicks: video.edit?.startTicks ?? 0,
      sampleCount: video.samples.sizes.length,
    },
    audio: audio === undefined ? null : audioSpec(audio),
    metadata,
    chunks: storedOrder(index).map(({ track }) => ({ track, sampleCount: 1 })),
  };
  return { spec, sizes: { video: video.samples.sizes, audio: audio?.samples.sizes ?? new Uint32Array(0) } };
}

function audioSpec({ entry, samples, edit, timescale }: Mp4Track): NonNullable<MovieHeadSpec['audio']> {
  if (entry.kind !== 'audio' || entry.audioConfig === null) throw new Error('The sound is not AAC');
  const editStartSamples = edit?.startTicks ?? 0;
  return {
    sampleRate: timescale,
    channels: entry.channels,
    audioConfig: entry.audioConfig,
    packetCount: samples.sizes.length,
    samplesPerPacket: 1024,
    editStartSamples,
    durationSamples: edit?.durationTicks ?? samples.sizes.length * 1024 - editStartSamples,
    averageBitrate: 140_000,
  };
}

type Place = { track: 'video' | 'audio'; offset: number; size: number };

/** All packets as they lie in the file. */
function storedOrder(index: Mp4Index): Place[] {
  const places = index.tracks.flatMap(({ kind, samples }) =>
    [...samples.sizes.keys()].map((at) => ({ track: kind, offset: samples.offsets[at]!, size: samples.sizes[at]! })),
  );
  return places.toSorted((a, b) => a.offset - b.offset);
}

/** Chunks of one packet each, joined where neighbours are of one track. */
export function joinedChunks(chunks: MovieHeadSpec['chunks']): MovieHeadSpec['chunks'] {
  const joined: { track: 'video' | 'audio'; sampleCount: number }[] = [];
  for (const { track, sampleCount } of chunks) {
    const last = joined.at(-1);
    if (last?.track === track) last.sampleCount += sampleCount;
    else joined.push({ track, sampleCount });
  }
  return joined;
}

/** Copies a clip packet by packet behind a head of our own writer. */
export async function copyMovie(
  from: string,
  to: string,
  { isLarge = false, metadata = METADATA }: { isLarge?: boolean; metadata?: MovieHeadSpec['metadata'] } = {},
): Promise<MovieHeadSpec> {
  const blob = await blobOf(from);
  const index = await indexOf(from);
  const { spec, sizes } = specOf(index, metadata);
  const joined = { ...spec, chunks: joinedChunks(spec.chunks) };
  const head = writeMovieHead(joined, sizes, isLarge);
  const packets = storedOrder(index).map(({ offset, size }) => blob.slice(offset, offset + size));
  await writeFile(to, new Uint8Array(await new Blob([head, ...packets]).arrayBuffer()));
  return joined;
}
