/** Opens the clips that a movie is made of, and reads their facts from their own index. */
import { resolve } from 'node:path';
import type { AudioFacts, ClipFacts, ShareableVideo, VideoFacts } from '#shared/clip/clip-facts.ts';
import { copyRefusalOf } from '#shared/clip/copy-refusal.ts';
import { factsFromIndex, readSound } from '#shared/clip/facts-from-index.ts';
import { hasConstantRateUs } from '#shared/clip/frame-rate.ts';
import { hexOf } from '#shared/bytes.ts';
import { tagsFromCodes } from '#shared/color/color-codes.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { audioCodecName } from '#shared/mp4/codec-name.ts';
import { copyableVideo } from '#shared/mp4/copyable-track.ts';
import { frameRateOf } from '#shared/mp4/frame-rate.ts';
import type { Mp4Index, Mp4Track } from '#shared/mp4/mp4-index.ts';
import { pictureOf } from '#shared/mp4/picture.ts';
import { presentationOf } from '#shared/mp4/presentation.ts';
import { readMp4Index, type ReadLimits } from '#shared/mp4/read-index.ts';
import { MovieWriteError, WritingInterruptedError, type MovieOrder } from '../port.ts';
import { writerWords } from '../words.ts';
import { isDiskFull, openSource, type FileSource } from './files.ts';
import { isMonoInStereo } from './mono-in-stereo.ts';
import { evenSound, isMatroska, repackClip } from './repack-clip.ts';
import { FfmpegError, type Ffmpeg } from './run-ffmpeg.ts';

export type OpenClip = { facts: ClipFacts; source: FileSource; isMonoInStereo: boolean };

/** As clips are let in: see the service that reads their facts. */
const LIMITS: ReadLimits = { indexBytes: 16 * 1024 * 1024, samples: 1_000_000 };

type Opening = {
  signal: AbortSignal;
  /** Repacks clips that are no MP4; null where there is none, or none is to be run: then such a clip can't be read. */
  ffmpeg: Ffmpeg | null;
};

/**
 * Opens each file once. What is opened stands in `opened`, which the caller closes, whatever happens.
 * @throws MovieWriteError, or an AbortError
 */
export async function openSceneClips(
  { plan, open }: Pick<MovieOrder, 'plan' | 'open'>,
  opened: Map<string, OpenClip>,
  { signal, ffmpeg }: Opening,
): Promise<OpenClip[]> {
  const clips: OpenClip[] = [];
  for (const scene of plan.scenes) {
    signal.throwIfAborted();
    const clip = opened.get(scene.clip.sha256) ?? (await openSceneClip(scene, open, ffmpeg));
    opened.set(scene.clip.sha256, clip);
    if (scene.outFrame > clip.facts.video.frameCount) throw unreadable(scene);
    clips.push(clip);
  }
  return clips;
}

async function openSceneClip(scene: PlanScene, open: MovieOrder['open'], ffmpeg: Ffmpeg | null): Promise<OpenClip> {
  let source = await openFile(scene, open);
  try {
    const isRepacked = ffmpeg !== null && (await isMatroska(source));
    if (isRepacked) source = await repacked(source, scene, ffmpeg);
    const index = await readIndex(source, isRepacked);
    return { source, facts: await factsOf(source, index), isMonoInStereo: await isMonoInStereo(source, index) };
  } catch (error) {
    await source.close();
    if (isOthersFault(error, ffmpeg)) throw error;
    throw unreadable(scene, error);
  }
}

/** Closes the file, and opens what is made of it. */
async function repacked(source: FileSource, { clip }: PlanScene, ffmpeg: Ffmpeg): Promise<FileSource> {
  const path = await repackClip(ffmpeg, source.path, clip.sha256);
  const opened = await openSource(path);
  await source.close();
  return opened;
}

/** What says nothing about the clip: a full disk, an ffmpeg that was killed, an export that was called off. */
function isOthersFault(error: unknown, ffmpeg: Ffmpeg | null): boolean {
  if (ffmpeg?.signal.aborted === true || error instanceof WritingInterruptedError || isDiskFull(error)) return true;
  return error instanceof FfmpegError && error.words.includes('No space left');
}

async function openFile({ sceneNumber, clip }: PlanScene, open: MovieOrder['open']): Promise<FileSource> {
  try {
    // ffmpeg runs in another folder.
    return await openSource(resolve(await open(clip.sha256)));
  } catch (error) {
    throw new MovieWriteError(writerWords.away({ number: sceneNumber }), sceneNumber, { cause: error });
  }
}

export function unreadable({ sceneNumber }: Pick<PlanScene, 'sceneNumber'>, cause?: unknown): MovieWriteError {
  return new MovieWriteError(writerWords.unreadable({ number: sceneNumber }), sceneNumber, { cause });
}

/** @throws RangeError or Error that says what is wrong with the file */
export async function readFacts(file: ByteSource): Promise<ClipFacts> {
  return await factsOf(file, await readIndex(file, false));
}

async function readIndex(file: ByteSource, isRepacked: boolean): Promise<Mp4Index> {
  const found = await readMp4Index(file, LIMITS);
  if (found === null) throw new RangeError('The file has no index that can be read');
  return isRepacked ? evenSound(found) : found;
}

async function factsOf(file: ByteSource, index: Mp4Index): Promise<ClipFacts> {
  const sound = index.tracks.find(({ kind }) => kind === 'audio');
  const readOtherSound = async (): Promise<AudioFacts | null> => (sound === undefined ? null : otherSound(sound));
  const own = await factsFromIndex(file, index, readOtherSound);
  return own ?? (await otherFacts(file, index, readOtherSound));
}

/** Of pictures other than H.264, and of H.264 whose parameter sets stand in the stream. */
async function otherFacts(
  file: ByteSource,
  index: Mp4Index,
  readOtherSound: () => Promise<AudioFacts | null>,
): Promise<ClipFacts> {
  const track = index.tracks.find(({ kind }) => kind === 'video');
  if (track?.entry.kind !== 'video') throw new RangeError('The file has no picture');
  const { codec, codedWidth, codedHeight, width, height, turn, sps } = pictureOf(track.entry);
  const { frameTimes, endTicks, shownFrames } = presentationOf(track);
  if (frameTimes.length === 0) throw new RangeError('The picture has no frames');
  const seconds = endTicks / track.timescale;
  const bytes = track.samples.sizes.reduce((sum, size) => sum + size, 0);
  const video: VideoFacts = {
    codec,
    description: null,
    codedWidth,
    codedHeight,
    turn,
    width,
    height,
    fps: frameRateOf({ times: frameTimes, end: endTicks, timescale: track.timescale }),
    frameCount: frameTimes.length,
    frameTimesUs: Array.from(frameTimes, (ticks) => Math.round((ticks / track.timescale) * 1_000_000)),
    keyFrames: [...shownFrames]
      .filter((frame, sample) => frame >= 0 && track.samples.isSync[sample] === 1)
      .toSorted((a, b) => a - b),
    color: tagsFromCodes(track.entry.color ?? sps?.color ?? null),
    bitrateBps: seconds > 0 ? (bytes * 8) / seconds : 0,
    stored: null,
    copyRefusal: turn === null ? 'codec' : 'rotation',
    shareable: null,
  };
  const sound = index.tracks.find(({ kind }) => kind === 'audio');
  const audio = sound === undefined ? null : await readSound(file, sound, readOtherSound);
  const facts = { sizeBytes: file.sizeBytes, video, audio, hasContentCredentials: index.hasContentCredentials };
  return { ...facts, video: { ...video, shareable: await shareableOf(file, track, video) } };
}

/** What ffmpeg will decode; its packets are not copied. */
function otherSound({ entry, samples, timescale, edit }: Mp4Track): AudioFacts | null {
  if (entry.kind !== 'audio' || samples.sizes.length === 0) return null;
  const start = edit?.startTicks ?? 0;
  const primingPackets = samples.decodeTimes.filter((ticks) => ticks < start).length;
  const endTicks =
    (samples.decodeTimes.at(-1) ?? 0) + (samples.durations.at(-1) ?? 0) - start + (edit?.delayTicks ?? 0);
  return {
    codec: audioCodecName(entry),
    sampleRate: entry.sampleRate,
    channels: entry.channels,
    aac: null,
    primingPackets,
    packetCount: samples.sizes.length - primingPackets,
    firstSample: 0,
    endSeconds: endTicks / timescale,
    stored: null,
  };
}

/** HEVC, AV1 and VP9 can stand beside pictures of the same configuration. */
async function shareableOf(file: ByteSource, track: Mp4Track, video: VideoFacts): Promise<ShareableVideo | null> {
  const copyable = await copyableVideo(file, track);
  if (copyable === null || copyable.codec.format === 'avc1' || copyable.hasOtherSets) return null;
  const { codec, picture, presentation, samples, isReset, orientation } = copyable;
  const refusal = copyRefusalOf({
    isJoinable: isReset[0] === 1,
    hasSquarePixels: picture.pixelAspect.h === picture.pixelAspect.v,
    isUpright: orientation !== null && picture.turn === null,
    hasHiddenHead: presentation.hasHiddenHead,
    isConstantRate: hasConstantRateUs(video.frameTimesUs, video.fps),
  });
  if (refusal !== null) return null;
  const key = [codec.format, hexOf(codec.record), hexOf(codec.lightBoxes)].join(' ');
  const { shownFrames } = presentation;
  return { entry: codec, key, offsets: samples.offsets, sizes: samples.sizes, shownFrames, isSync: isReset };
}

/** Closes what was opened. */
export async function closeClips(opened: ReadonlyMap<string, OpenClip>): Promise<void> {
  await Promise.all([...opened.values()].map(({ source }) => source.close()));
}
