/** From planned and encoded stretches to one file: joined where anything is copied, else written by a muxer. */
import { codecString } from '#shared/avc/avc-config.ts';
import { copiedPictures, rewriterOf } from '#shared/join/copied-runs.ts';
import { movieMetadata } from '#shared/join/movie-metadata.ts';
import { sameBytes } from '#shared/bytes.ts';
import type { CodecEntry } from '#shared/mp4/mp4-index.ts';
import type { WrittenPackets } from '#shared/join/check-index.ts';
import { MediaFailure } from '#media/failures.ts';
import { receiptWords } from '#shared/export-receipt/words.ts';
import { unreadable } from '#media/probe/open-clip.ts';
import { SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import type { EncodedStretches, ExportJob } from '../job.ts';
import { byteSink } from '#shared/join/movie-sink.ts';
import { blobSink, fileSink } from './movie-sink.ts';
import type { SoundWork } from '../encode/movie-sound.ts';
import { canMux, createMp4Writer } from './mux-mp4.ts';
import { createWebmWriter } from './mux-webm.ts';
import { opusPackets } from '../encode/opus-packets.ts';
import { opusPacketCount } from '#shared/sound/opus.ts';
import type { OutputFile, WrittenOf } from './output-file.ts';
import { packetOrder, type Track } from '#shared/join/packet-order.ts';
import { packetsOf, withoutFirst, type PacketRun } from '#shared/join/packet-run.ts';
import { runOfSegment, type BlobRun } from '../segments/blob-run.ts';
import { ENCODER_SETS, type CopiedVideo } from '#shared/export-plan/plan-types.ts';
import { SEGMENT_DIRECTORY } from '../segments/segment-store.ts';
import { aacRuns } from '../encode/sound-runs.ts';
import { planStitch } from '#shared/join/stitch.ts';

export type WrittenMovie = {
  blob: Blob;
  /** What stands in it. */
  packets: WrittenPackets;
  /** Which encoder made sound; null where none was needed. */
  soundEncoder: string | null;
  /** Removes the file, if there is one. */
  discard(): Promise<void>;
};

/** @throws MediaFailure, whatever the store says, or an AbortError; no part of a file is left then */
export async function writeMovie(job: ExportJob, encoded: EncodedStretches): Promise<WrittenMovie> {
  if (job.plan.target.format === 'webm') return await writeWebm(job, encoded);
  const { audio } = job.plan;
  if (audio !== null) job.meter.phase('sound');
  const sound = audio === null ? null : await aacRuns(soundWork(job, audio.packetCount), audio);
  const video = videoRuns(job, encoded);
  const packets: BlobPackets = { video, audio: sound?.runs ?? [] };
  const isCopied =
    job.plan.joined !== null || job.plan.shared !== null || (audio?.runs.some(({ kind }) => kind === 'copy') ?? false);
  // The muxer takes no edit list, which pictures that are stored out of order need, and no fraction as a rate.
  const isReordered = video.some(({ shown }) => shown !== null);
  job.meter.phase('joining');
  const soundEncoder = sound === null || sound.encoder === null ? null : receiptWords.aac({ encoder: sound.encoder });
  if (isCopied || isReordered || !canMux(job.plan) || job.input.output.kind !== 'opfs')
    return { ...(await stitch({ job, encoded, ...packets })), packets, soundEncoder };
  // The first packet of sound only primes a decoder, and this file has no edit list to hide it.
  const shown = { video, audio: withoutFirst(packets.audio) };
  return { ...(await muxMp4({ job, encoded, ...shown })), packets: shown, soundEncoder };
}

type Written = Omit<WrittenMovie, 'soundEncoder' | 'packets'>;
type BlobPackets = WrittenPackets<BlobRun['source']>;
type Packets = BlobPackets & { job: ExportJob; encoded: EncodedStretches };

async function stitch({ job, encoded, video, audio }: Packets): Promise<Written> {
  const { plan, meter, signal } = job;
  const stitched = planStitch({
    width: plan.target.width,
    height: plan.target.height,
    fps: plan.fps,
    tags: plan.tags,
    codec: plan.shared ?? avc1Entry(plan.joined?.avcConfig ?? encodedRecord(encoded)),
    metadata: movieMetadata(job.movie, job.input.madeAt),
    video,
    audio: plan.audio === null ? null : { config: plan.audio.config, runs: audio },
  });
  const onBytes = byteMeter(job, [...video, ...audio]);
  if (job.input.output.kind !== 'opfs') {
    const blob = await stitched.writeTo(blobSink('video/mp4'), onBytes, signal);
    return { blob, discard: async () => undefined };
  }
  meter.part(0);
  const [of, sinkInto] = stitched.isSoonerByBytes ? (['bytes', byteSink] as const) : (['ranges', fileSink] as const);
  return await intoFile(job, of, (file) => stitched.writeTo(sinkInto(file, stitched.headBytes), onBytes, signal));
}

async function muxMp4({ job, encoded, video, audio }: Packets): Promise<Written> {
  const { plan } = job;
  const avcConfig = encodedRecord(encoded);
  return await intoFile(job, 'bytes', async (file) => {
    const writer = createMp4Writer(
      {
        width: plan.target.width,
        height: plan.target.height,
        fps: plan.fps,
        frameCount: plan.frameCount,
        color: plan.color,
        codec: codecString(avcConfig),
        avcConfig,
        audio: plan.audio,
        metadata: movieMetadata(job.movie, job.input.madeAt),
      },
      file,
    );
    const track = { runs: audio, packetSeconds: SAMPLES_PER_PACKET / (plan.audio?.config.sampleRate ?? 1) };
    await feed(job, video, track, {
      addVideo: (data, isKey) => writer.addVideo(data, isKey),
      addAudio: (data) => writer.addAudio(data),
    });
    await writer.finish();
    return await file.finish();
  });
}

async function writeWebm(job: ExportJob, encoded: EncodedStretches): Promise<WrittenMovie> {
  const { plan, encoder } = job;
  if (encoder === null && plan.shared === null) throw new Error('A WebM movie is copied or encoded as a whole');
  if (job.input.output.kind === 'blob') throw new RangeError('A WebM movie needs a file');
  const video = videoRuns(job, encoded);
  if (plan.audio !== null) job.meter.phase('sound');
  const sound =
    plan.audio === null ? null : await opusPackets(soundWork(job, opusPacketCount(job.movie)), plan.audio.config);
  job.meter.phase('joining');
  const written = await intoFile(job, 'bytes', async (file) => {
    const writer = createWebmWriter(
      {
        width: plan.target.width,
        height: plan.target.height,
        fps: plan.fps,
        color: encoder === null ? plan.tags : plan.color,
        codec: encoder?.config.codec ?? null,
        audio: sound,
        metadata: movieMetadata(job.movie, job.input.madeAt),
      },
      file,
    );
    let packet = 0;
    await feed(job, video, sound, {
      addVideo: (data, isKey) => writer.addVideo(data, isKey),
      addAudio: async (data) => {
        await writer.addAudio(data, packet * (sound?.packetSeconds ?? 0) * 1_000_000);
        packet += 1;
      },
    });
    await writer.finish();
    return await file.finish();
  });
  return {
    ...written,
    packets: { video, audio: sound?.runs ?? [] },
    soundEncoder: sound === null ? null : receiptWords.opus,
  };
}

type PacketWriter = {
  addVideo(data: Uint8Array, isKey: boolean): Promise<void>;
  addAudio(data: Uint8Array): Promise<void>;
};

/**
 * Hands all packets over in the order of their times. Each track is read in large pieces however often it takes turns with
 * the other: every reading costs a message to the browser.
 */
async function feed(
  job: ExportJob,
  video: readonly PacketRun[],
  audio: Track | null,
  writer: PacketWriter,
): Promise<void> {
  const onBytes = byteMeter(job, [...video, ...(audio?.runs ?? [])]);
  const order = packetOrder({ runs: video, packetSeconds: 1 / fpsNumber(job.plan.fps) }, audio);
  const packets = { video: packetsOf(video), audio: packetsOf(audio?.runs ?? []) };
  try {
    for (const { track, from, to } of order) {
      job.signal.throwIfAborted();
      for (let count = from; count < to; count += 1) {
        const { value } = await packets[track].next();
        if (value === undefined) throw new Error(`There are fewer packets of ${track} than planned`);
        if (track === 'video') await writer.addVideo(value.data, value.isKey);
        else await writer.addAudio(value.data);
        onBytes(value.data.length);
      }
    }
  } finally {
    await packets.video.return();
    await packets.audio.return();
  }
}

/**
 * Hands a file in the origin's own file system out and takes it back when the writing fails. A movie for a file of the
 * person's waits there until it is checked.
 */
async function intoFile(job: ExportJob, of: WrittenOf, write: (file: OutputFile) => Promise<Blob>): Promise<Written> {
  const { output, jobId } = job.input;
  const file = await job.deps.createOutput(
    output.kind === 'opfs' ? output.path : { directories: [SEGMENT_DIRECTORY], name: jobId },
    of,
  );
  try {
    const blob = await write(file);
    return { blob, discard: () => file.discard() };
  } catch (error) {
    // What went wrong first is told, also where the file can't be taken back.
    await file.discard().catch(() => undefined);
    throw error;
  }
}

function videoRuns(job: ExportJob, encoded: EncodedStretches): BlobRun[] {
  const encoderRewrite = rewriterOf(job.plan.joined?.members.get(ENCODER_SETS));
  return job.plan.video.map((stretch) => {
    if (stretch.kind === 'copy') return copiedRun(job, stretch);
    const segment = encoded.segments.get(stretch);
    if (segment === undefined) throw new MediaFailure('encoder-failed', { detail: 'a stretch is missing' });
    return runOfSegment(segment, encoderRewrite);
  });
}

/** The one configuration record of all encoded stretches. @throws MediaFailure `encoder-failed` where they differ */
function encodedRecord({ segments }: EncodedStretches): Uint8Array {
  const [first, ...rest] = [...segments.values()].map(({ index }) => index.description);
  if (first === undefined || first === null) throw new Error('The pictures have no configuration');
  if (rest.some((record) => record === null || !sameBytes(record, first)))
    throw new MediaFailure('encoder-failed', { detail: 'the encoder changed its parameter sets' });
  return first;
}

function copiedRun({ clips, plan, movie }: ExportJob, stretch: CopiedVideo): BlobRun {
  const clip = clips[stretch.scene];
  if (clip === undefined) throw new RangeError(`Scene ${stretch.scene} has no open clip`);
  const run = copiedPictures(clip.media.video, clip.facts, plan, stretch);
  return { ...run, rewrite: blaming(run.rewrite, movie.scenes[stretch.scene]?.sceneNumber) };
}

function avc1Entry(record: Uint8Array): CodecEntry {
  return { format: 'avc1', record, lightBoxes: new Uint8Array(0) };
}

/** A packet of a clip that can't be rewritten is malformed, which is said of its scene. */
function blaming(rewrite: PacketRun['rewrite'], sceneNumber: number | undefined): PacketRun['rewrite'] {
  if (rewrite === null) return null;
  return (packet) => {
    try {
      return rewrite(packet);
    } catch (error) {
      throw unreadable(error, sceneNumber);
    }
  };
}

function soundWork({ movie, plan, clips, deps, meter, signal, audio }: ExportJob, packets: number): SoundWork {
  let done = 0;
  return {
    movie,
    clips,
    undecodable: plan.undecodable,
    audio,
    segments: deps.segments,
    onPackets: (count: number) => {
      done += count;
      meter.part(packets === 0 ? 1 : done / packets);
    },
    signal,
  };
}

function byteMeter({ meter }: ExportJob, runs: readonly PacketRun[]): (bytes: number) => void {
  const total = runs.reduce(
    (sum, { sizes, first, count }) =>
      sum + sizes.subarray(first, first + count).reduce((bytes, size) => bytes + size, 0),
    0,
  );
  let done = 0;
  return (bytes) => {
    done += bytes;
    meter.part(total === 0 ? 1 : done / total);
  };
}
