/** Writes a movie: opens the clips, plans, encodes what must be, joins it with what is copied, and checks the file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sameBytes } from '#shared/bytes.ts';
import { coloredLike } from '#shared/export-plan/plan-export.ts';
import { ENCODER_SETS, type EncodedVideo, type ExportPlan } from '#shared/export-plan/plan-types.ts';
import { receiptOf } from '#shared/export-receipt/make-receipt.ts';
import { receiptWords } from '#shared/export-receipt/words.ts';
import type { WrittenPackets } from '#shared/join/check-index.ts';
import { copiedPictures, rewriterOf } from '#shared/join/copied-runs.ts';
import { MovieDiffers } from '#shared/join/expect.ts';
import type { Fingerprint } from '#shared/join/fingerprint.ts';
import { movieMetadata } from '#shared/join/movie-metadata.ts';
import { byteSink } from '#shared/join/movie-sink.ts';
import type { PacketRun } from '#shared/join/packet-run.ts';
import { planStitch } from '#shared/join/stitch.ts';
import { codecString } from '#shared/avc/avc-config.ts';
import { opusPacketCount } from '#shared/sound/opus.ts';
import { MovieWriteError, type MovieOrder, type WrittenMovie } from '../port.ts';
import { writerWords } from '../words.ts';
import { readEncoded, type EncodedPackets } from './encoded-packets.ts';
import { blamed, encodeStretches, oneRecord, type EncodedStretches } from './encode-stretches.ts';
import { createOutput, isDiskFull, openSource, type FileSource } from './files.ts';
import { aacRuns, opusPackets, type SoundWork } from './movie-sound.ts';
import { closeClips, openSceneClips, type OpenClip } from './open-clips.ts';
import { correctRecord, prepare, type Prepared } from './prepare.ts';
import { FfmpegError, type Ffmpeg } from './run-ffmpeg.ts';
import { verifyMovie, type Finished } from './verify-movie.ts';
import { oneVideo, writeSound, writeWebm } from './webm.ts';
import type { WritingMeter } from './writing-meter.ts';

export type WriteOptions = {
  /** Path of ffmpeg; null where there is none: then only movies that are copied as a whole are written. */
  program: string | null;
  /** For the receipt: "ffmpeg 7.1". */
  maker: string;
  /** Folder of the web app's files, in which the overlay family lies. */
  fontFolder: string;
  signal: AbortSignal;
  meter: WritingMeter;
};

/** @throws MovieWriteError, the file system's error, or what the signal is aborted with; no file is left then */
export async function writeMovie(order: MovieOrder, options: WriteOptions): Promise<WrittenMovie> {
  const { signal, program } = options;
  const folder = await mkdtemp(join(order.folder, 'movie-'));
  const opened = new Map<string, OpenClip>();
  let isWritten = false;
  try {
    const ffmpeg = program === null ? null : { program, folder, signal };
    const clips = await openSceneClips(order, opened, { signal, ffmpeg });
    const job = { order, options, clips, ffmpeg };
    const written = await run(job).catch((error: unknown) => {
      // The encoder said something else than in its trial: the plan is made again for that.
      if (error instanceof OtherRecord) return run(job);
      throw error;
    });
    isWritten = true;
    return written;
  } catch (error) {
    throw named(error, signal);
  } finally {
    await closeClips(opened);
    await rm(folder, { recursive: true, force: true });
    if (!isWritten) await rm(order.path, { force: true });
  }
}

class OtherRecord extends Error {}

/** What went wrong in a sentence for the person; bugs stay what they are. */
function named(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof MovieWriteError) return error;
  const isFull = isDiskFull(error) || (error instanceof FfmpegError && error.words.includes('No space left'));
  if (isFull) return new MovieWriteError(writerWords.diskFull, null, { cause: error });
  if (error instanceof MovieDiffers) return new MovieWriteError(writerWords.unverified, null, { cause: error });
  if (error instanceof FfmpegError) return new MovieWriteError(writerWords.encoder, null, { cause: error });
  return error;
}

type Job = { order: MovieOrder; options: WriteOptions; clips: readonly OpenClip[]; ffmpeg: Ffmpeg | null };

/** What stands in the written file, and what made it. */
type Written = {
  content: Finished['content'];
  samples: ReadonlyMap<EncodedVideo, Fingerprint>;
  videoCodec: string | null;
  soundEncoder: string | null;
};

async function run(job: Job): Promise<WrittenMovie> {
  const { order, options, clips, ffmpeg } = job;
  const { signal, meter } = options;
  meter.phase('preparing');
  const prepared = await prepare(order, clips, ffmpeg);
  const { plan, encoder } = prepared;
  const encodedFrames = plan.video.reduce(
    (sum, { kind, frameCount }) => (kind === 'encode' ? sum + frameCount : sum),
    0,
  );
  meter.plan({ frames: encodedFrames, isSoundEncoded: plan.audio?.runs.some(({ kind }) => kind !== 'copy') ?? false });
  const files: FileSource[] = [];
  try {
    const written = plan.target.format === 'webm' ? await makeWebm(job, prepared) : await makeMp4(job, prepared, files);
    meter.phase('checking');
    const { checks, sha256, sizeBytes, damagedFrames } = await verifyMovie({
      ffmpeg,
      plan,
      clips,
      path: order.path,
      signal,
      ...written,
    });
    const video =
      encoder === null || written.videoCodec === null
        ? null
        : { codec: written.videoCodec, acceleration: 'prefer-software', bitsPerSecond: encoder.settings.bitrateBps };
    const receipt = receiptOf({
      movie: order.plan,
      plan,
      clips: clips.map(({ facts }) => facts),
      madeAt: order.madeAt,
      sizeBytes,
      sha256,
      encoders: { video, sound: written.soundEncoder, browser: options.maker },
      reused: new Set(),
      checks,
      damagedFrames,
      undecoded: receiptWords.undecodedByServer,
    });
    return { sizeBytes, sha256, receipt };
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

async function encode({ order, options, clips, ffmpeg }: Job, { plan, encoder }: Prepared): Promise<EncodedStretches> {
  if (encoder === null || ffmpeg === null) return { files: [], samples: new Map() };
  const { fontFolder, meter } = options;
  meter.phase('encoding');
  const { plan: movie, drawnTexts } = order;
  return await encodeStretches({ ffmpeg, movie, plan, clips, encoder, drawnTexts, fontFolder, onFrames: meter.frames });
}

function soundWork(
  { order, options, clips, ffmpeg }: Job,
  plan: ExportPlan,
  audio: readonly string[],
  packets: number,
): SoundWork {
  let done = 0;
  const onPackets = (count: number): void => {
    done += count;
    options.meter.sound(packets === 0 ? 1 : done / packets);
  };
  return { ffmpeg, movie: order.plan, clips, undecodable: plan.undecodable, audio, onPackets, signal: options.signal };
}

/** Of music and voice-overs, in the plan's order. */
async function audioPaths({ plan, open }: MovieOrder): Promise<string[]> {
  const paths: string[] = [];
  for (const { mediaId, name } of plan.audio) {
    try {
      paths.push(await open(mediaId));
    } catch (error) {
      throw new MovieWriteError(writerWords.music({ name }), null, { cause: error });
    }
  }
  return paths;
}

/** @param files what is opened and read until the movie is checked */
async function makeMp4(job: Job, prepared: Prepared, files: FileSource[]): Promise<Written> {
  const { order, options } = job;
  const { plan, encoder } = prepared;
  const { signal, meter } = options;
  const encoded = await encode(job, prepared);
  const packets = await openEncoded(job, encoded, files);
  const record = packets.length === 0 ? null : oneRecord(packets.map(({ content }) => content.record));
  if (record !== null && encoder !== null && plan.joined !== null && !isAsTried(encoder.record, record)) {
    correctRecord(encoder.settings, record);
    throw new OtherRecord('The encoder has other parameter sets than in its trial');
  }
  const work = soundWork(job, plan, await audioPaths(order), plan.audio?.packetCount ?? 0);
  const sound = plan.audio === null ? null : await aacRuns(work, plan.audio);
  const written: WrittenPackets = { video: videoRuns(job, plan, packets), audio: sound?.runs ?? [] };
  meter.phase('joining');
  // The encoder is told no colors: its pictures are in the movie's.
  const ownRecord = record === null ? null : coloredLike(record, plan.tags);
  const avcConfig = plan.joined?.avcConfig ?? ownRecord ?? new Uint8Array();
  const stitched = planStitch({
    width: plan.target.width,
    height: plan.target.height,
    fps: plan.fps,
    tags: plan.tags,
    codec: plan.shared ?? { format: 'avc1', record: avcConfig, lightBoxes: new Uint8Array() },
    metadata: movieMetadata(order.plan, order.madeAt),
    video: written.video,
    audio: plan.audio === null ? null : { config: plan.audio.config, runs: written.audio },
  });
  const total = [...written.video, ...written.audio].reduce((sum, run) => sum + bytesOf(run), 0);
  let bytes = 0;
  const file = await createOutput(order.path);
  try {
    const onBytes = (count: number): void => {
      bytes += count;
      meter.joined(total === 0 ? 1 : bytes / total);
    };
    await stitched.writeTo(byteSink(file, stitched.headBytes), onBytes, signal);
  } catch (error) {
    await file.discard();
    throw error;
  }
  return {
    content: { format: 'mp4', packets: written },
    samples: encoded.samples,
    videoCodec: ownRecord === null ? null : codecString(ownRecord),
    soundEncoder: sound?.isEncoded === true ? writerWords.aac : null,
  };
}

function isAsTried(tried: Uint8Array | null, record: Uint8Array): boolean {
  return tried !== null && sameBytes(tried, record);
}

function bytesOf({ sizes, first, count }: PacketRun): number {
  return sizes.subarray(first, first + count).reduce((sum, size) => sum + size, 0);
}

type OpenEncoded = { stretches: readonly EncodedVideo[]; content: EncodedPackets };

async function openEncoded(job: Job, { files }: EncodedStretches, opened: FileSource[]): Promise<OpenEncoded[]> {
  const { ffmpeg, order, clips } = job;
  const found: OpenEncoded[] = [];
  for (const { path, stretches } of files) {
    const source = await openSource(path);
    opened.push(source);
    const planned = stretches.reduce((sum, { frameCount }) => sum + frameCount, 0);
    const content = await readEncoded(source);
    if (content.frameCount !== planned && ffmpeg !== null)
      throw await blamed({ ffmpeg, movie: order.plan, clips }, stretches, new FfmpegError('frames are missing'));
    found.push({ stretches, content });
  }
  return found;
}

function videoRuns({ clips }: Job, plan: ExportPlan, encoded: readonly OpenEncoded[]): PacketRun[] {
  const rewrite = rewriterOf(plan.joined?.members.get(ENCODER_SETS));
  const runs = new Map<EncodedVideo, PacketRun>();
  for (const { stretches, content } of encoded) {
    let start = 0;
    for (const stretch of stretches) {
      runs.set(stretch, content.runOf(start, stretch.frameCount, rewrite));
      start += stretch.frameCount;
    }
  }
  return plan.video.map((stretch) => {
    if (stretch.kind === 'encode') {
      const run = runs.get(stretch);
      if (run === undefined) throw new MovieWriteError(writerWords.encoder);
      return run;
    }
    const clip = clips[stretch.scene];
    if (clip === undefined) throw new RangeError(`Scene ${stretch.scene} has no open clip`);
    return copiedPictures(clip.source, clip.facts, plan, stretch);
  });
}

async function makeWebm(job: Job, prepared: Prepared): Promise<Written> {
  const { order, options, ffmpeg } = job;
  const { plan } = prepared;
  if (ffmpeg === null) throw new MovieWriteError(writerWords.noFfmpeg);
  const { files, samples } = await encode(job, prepared);
  const video = await oneVideo(ffmpeg, files, plan.fps);
  const work = soundWork(job, plan, await audioPaths(order), opusPacketCount(order.plan));
  const channels = plan.audio?.config.channels ?? 0;
  const sound = plan.audio === null ? null : await writeSound(ffmpeg, await opusPackets(work, channels), channels);
  options.meter.phase('joining');
  const parts = { video, sound };
  await writeWebm(ffmpeg, parts, { path: order.path, plan, metadata: movieMetadata(order.plan, order.madeAt) });
  return {
    content: { format: 'webm', parts },
    samples,
    videoCodec: 'vp09',
    soundEncoder: sound === null ? null : writerWords.opus,
  };
}
