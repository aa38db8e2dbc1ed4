/**
 * Joins copied and encoded stretches into one MP4 with its index in front. Pictures keep their stored order; each is shown a
 * constant number of frames after its turn, so that decode times rise by exactly one frame whatever is joined, and an edit
 * list takes that delay back.
 */
import { fpsNumber, type Fps } from '#shared/movie/time.ts';
import { parseAvcConfig, writeAvcConfig } from '#shared/avc/avc-config.ts';
import { withReorderFrames } from '#shared/avc/edit-sps.ts';
import { readSps } from '#shared/avc/sps.ts';
import { codesFromTags } from '#shared/color/color-codes.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import type { CodecEntry } from '#shared/mp4/mp4-index.ts';
import { movieHeadSize, writeMovieHead, type MovieHeadSpec } from '#shared/mp4/write-movie.ts';
import type { StopSignal } from '#shared/stop-signal.ts';
import { aacDescription, type AacConfig, SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import { readPackets } from './read-packets.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import type { AddRange, MovieSink } from './movie-sink.ts';
import { packetOrder, type PacketGroup } from './packet-order.ts';
import { packetsOf, type PacketRun } from './packet-run.ts';

export type StitchSpec<S extends ByteSource = ByteSource> = {
  width: number;
  height: number;
  fps: Fps;
  tags: ColorTags;
  codec: CodecEntry;
  metadata: MovieHeadSpec['metadata'];
  video: readonly PacketRun<S>[];
  /** Its first packet only primes the decoder. Null for a movie without sound. */
  audio: { config: AacConfig; runs: readonly PacketRun<S>[] } | null;
};

/** Ticks of the movie's time scale in a second, at least. */
const LEAST_TIMESCALE = 10_000;
/** Above this a movie needs 64 bit positions; what rewriting adds stays far below the rest. */
const LARGE_BYTES = 0xf000_0000;
/** What could be read and written here in the time that a browser takes for one range on top of its bytes. */
const RANGE_BYTES = 1 << 19;

/** Where a sink begins: its head is as long as the spec says before any size is known. */
export type Stitch<S extends ByteSource> = {
  headBytes: number;
  /** Whether ranges are so small, where sound and pictures lie in different files, that their bytes are written sooner. */
  isSoonerByBytes: boolean;
  /** Brings all packets and the head into the sink. @throws whatever reading and writing say, or an AbortError */
  writeTo<Movie>(sink: MovieSink<S, Movie>, onBytes: (bytes: number) => void, signal: StopSignal): Promise<Movie>;
};

export function planStitch<S extends ByteSource>(spec: StitchSpec<S>): Stitch<S> {
  const { video, audio, fps } = spec;
  const order = packetOrder(
    { runs: video, packetSeconds: 1 / fpsNumber(fps) },
    audio === null ? null : { runs: audio.runs, packetSeconds: SAMPLES_PER_PACKET / audio.config.sampleRate },
  );
  const head = headSpec(spec, order);
  const bytes = [...video, ...(audio?.runs ?? [])].reduce((sum, run) => sum + runBytes(run), 0);
  const isLarge = bytes > LARGE_BYTES;
  return {
    headBytes: movieHeadSize(head, isLarge),
    isSoonerByBytes: rangesIn(order) * RANGE_BYTES > bytes,
    async writeTo(sink, onBytes, signal) {
      const sizes = { video: new Uint32Array(count(video)), audio: new Uint32Array(count(audio?.runs ?? [])) };
      const runs = { video, audio: audio?.runs ?? [] };
      if (sink.addRange === null) await writeBytes({ order, runs, sizes, onBytes, signal }, sink);
      else await writeRanges({ order, runs, sizes, onBytes, signal }, sink, sink.addRange);
      return await sink.finish(writeMovieHead(head, sizes, isLarge));
    },
  };
}

function headSpec(spec: StitchSpec, order: readonly PacketGroup[]): MovieHeadSpec {
  const { width, height, fps, tags, codec, metadata, video, audio } = spec;
  // Each frame is a whole number of ticks, which is what makes every step between frames exact.
  const scale = Math.ceil(LEAST_TIMESCALE / fps.num);
  const sampleDuration = fps.den * scale;
  const timing = pictureTiming(video);
  const packetCount = count(audio?.runs ?? []);
  return {
    video: {
      width,
      height,
      timescale: fps.num * scale,
      sampleDuration,
      codec: codec.format === 'avc1' ? { ...codec, record: evenReordering(codec.record, timing.delay) } : codec,
      color: codesFromTags(tags),
      compositionOffsets: timing.offsets.map((frames) => frames * sampleDuration),
      isSync: timing.isSync,
      editStartTicks: timing.delay * sampleDuration,
      sampleCount: count(video),
    },
    audio:
      audio === null
        ? null
        : {
            sampleRate: audio.config.sampleRate,
            channels: audio.config.channels,
            audioConfig: aacDescription(audio.config),
            packetCount,
            samplesPerPacket: SAMPLES_PER_PACKET,
            editStartSamples: SAMPLES_PER_PACKET,
            durationSamples: (packetCount - 1) * SAMPLES_PER_PACKET,
            averageBitrate: averageBitrate(audio),
          },
    metadata,
    chunks: order.map(({ track, from, to }) => ({ track, sampleCount: to - from })),
  };
}

/**
 * Makes parameter sets that reorder differently state the same depth: a decoder that was told of none shows each picture at
 * once, and some then lose the first picture that comes under a set that reorders.
 */
function evenReordering(record: Uint8Array, delay: number): Uint8Array {
  const config = parseAvcConfig(record);
  if (config === null) return record;
  const depths = config.sps.map((sps) => readSps(sps).maxNumReorderFrames);
  if (new Set(depths).size === 1) return record;
  const depth = Math.max(delay, ...depths.map((frames) => frames ?? 0));
  return writeAvcConfig({ ...config, sps: config.sps.map((sps) => withReorderFrames(sps, depth)) });
}

/**
 * The constant delay, in frames, is the largest number of places by which any picture is stored behind its turn; a packet's
 * offset is how much later than its own place it is shown with that delay.
 */
function pictureTiming(runs: readonly PacketRun[]): { delay: number; offsets: Int32Array; isSync: Uint8Array } {
  const total = count(runs);
  const offsets = new Int32Array(total);
  const isSync = new Uint8Array(total);
  let at = 0;
  let delay = 0;
  for (const { count: packets, shown, isSync: keys } of runs) {
    for (let packet = 0; packet < packets; packet += 1, at += 1) {
      const ahead = shown === null ? 0 : shown[packet]! - packet;
      offsets[at] = ahead;
      delay = Math.max(delay, -ahead);
      isSync[at] = keys === null ? 1 : keys[packet]!;
    }
  }
  return { delay, offsets: offsets.map((ahead) => ahead + delay), isSync };
}

type Packets<S extends ByteSource> = { video: readonly PacketRun<S>[]; audio: readonly PacketRun<S>[] };

type Sizes = { video: Uint32Array; audio: Uint32Array };

type Writing<S extends ByteSource> = {
  order: readonly PacketGroup<S>[];
  runs: Packets<S>;
  /** Learns how long each packet is in the movie. */
  sizes: Sizes;
  onBytes: (bytes: number) => void;
  signal: StopSignal;
};

/** Each track is read in large pieces however often it takes turns with the other. */
async function writeBytes<S extends ByteSource>(
  { order, runs, sizes, onBytes, signal }: Writing<S>,
  sink: MovieSink<S, unknown>,
): Promise<void> {
  const packets = { video: packetsOf(runs.video), audio: packetsOf(runs.audio) };
  const note = sizeNotes(sizes);
  try {
    for (const { track, from, to } of order) {
      signal.throwIfAborted();
      let bytes = 0;
      for (let packet = from; packet < to; packet += 1) {
        const { value } = await packets[track].next();
        if (value === undefined) throw new Error(`There are fewer packets of ${track} than planned`);
        await sink.addBytes(value.data);
        note(track, value.data.length);
        bytes += value.data.length;
      }
      onBytes(bytes);
    }
  } finally {
    await packets.video.return();
    await packets.audio.return();
  }
}

async function writeRanges<S extends ByteSource>(
  { order, sizes, onBytes, signal }: Writing<S>,
  sink: MovieSink<S, unknown>,
  addRange: AddRange<S>,
): Promise<void> {
  const note = sizeNotes(sizes);
  const ranges = createRangeJoiner(addRange);
  for (const { track, run, from, to } of order) {
    signal.throwIfAborted();
    let bytes = 0;
    if (run.rewrite === null) {
      for (let packet = run.first + from; packet < run.first + to; packet += 1) {
        // Mostly the range only grows, and there is nothing to wait for.
        const added = ranges.add(run.source, run.offsets[packet]!, run.sizes[packet]!);
        if (added !== null) await added;
        note(track, run.sizes[packet]!);
        bytes += run.sizes[packet]!;
      }
    } else {
      await ranges.flush();
      for await (const packet of readPackets(run.source, run, run.first + from, run.first + to)) {
        const rewritten = run.rewrite(packet);
        await sink.addBytes(rewritten);
        note(track, rewritten.length);
        bytes += rewritten.length;
      }
    }
    onBytes(bytes);
  }
  await ranges.flush();
}

/** Notes how long each packet of a track is, one after the other. */
function sizeNotes(sizes: Sizes): (track: PacketGroup['track'], size: number) => void {
  const placed = { video: 0, audio: 0 };
  return (track, size) => {
    sizes[track][placed[track]] = size;
    placed[track] += 1;
  };
}

/** How many ranges hold all packets in the order of the movie, where neighbours in one file are one. */
function rangesIn(order: readonly PacketGroup[]): number {
  let count = 0;
  let last: { source: ByteSource; end: number } | null = null;
  for (const { run, from, to } of order) {
    for (let packet = run.first + from; packet < run.first + to; packet += 1) {
      const start = run.offsets[packet]!;
      if (last === null || last.source !== run.source || last.end !== start) count += 1;
      last = { source: run.source, end: start + run.sizes[packet]! };
    }
  }
  return count;
}

/** Hands ranges that follow each other in one file over as one. */
function createRangeJoiner<S extends ByteSource>(
  addRange: AddRange<S>,
): {
  /** Null where nothing had to be handed over. */
  add(source: S, start: number, size: number): Promise<void> | null;
  flush(): Promise<void>;
} {
  let open: { source: S; start: number; end: number } | null = null;
  const flush = async (): Promise<void> => {
    const range = open;
    open = null;
    if (range !== null) await addRange(range.source, range.start, range.end);
  };
  return {
    add(source, start, size) {
      if (open !== null && open.source === source && open.end === start) {
        open.end += size;
        return null;
      }
      const flushed = open === null ? null : flush();
      open = { source, start, end: start + size };
      return flushed;
    },
    flush,
  };
}

function averageBitrate({ config, runs }: NonNullable<StitchSpec['audio']>): number {
  const seconds = (count(runs) * SAMPLES_PER_PACKET) / config.sampleRate;
  const bytes = runs.reduce((sum, run) => sum + runBytes(run), 0);
  return seconds === 0 ? 0 : Math.round((bytes * 8) / seconds);
}

function runBytes({ sizes, first, count: packets }: PacketRun): number {
  return sizes.subarray(first, first + packets).reduce((sum, size) => sum + size, 0);
}

function count(runs: readonly PacketRun[]): number {
  return runs.reduce((sum, run) => sum + run.count, 0);
}
