/** The facts of an H.264 clip in an MP4 file, from the file's own index and a few bytes at the head of its key frames. */
import { hexOf } from '#shared/bytes.ts';
import { parseAvcConfig } from '#shared/avc/avc-config.ts';
import { refusalOf } from '#shared/avc/join-parameter-sets.ts';
import type { Fps } from '#shared/movie/time.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { copyableAudio, copyableVideo, type CopyableAudio, type CopyableVideo } from '#shared/mp4/copyable-track.ts';
import { frameRateOf, hasConstantRate } from '#shared/mp4/frame-rate.ts';
import type { Mp4Index, Mp4Track } from '#shared/mp4/mp4-index.ts';
import { tagsFromCodes } from '#shared/color/color-codes.ts';
import { aacFrameKind, parseAacConfig, type AacConfig, SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import type { AudioFacts, ClipFacts, CopyRefusal, VideoFacts } from './clip-facts.ts';
import { copyRefusalOf } from './copy-refusal.ts';

/**
 * Null for a picture that our own reader does not understand: other codecs, edit lists of several parts.
 * @param readOtherSound reads the facts of sound that this reader does not understand
 */
export async function factsFromIndex(
  file: ByteSource,
  index: Mp4Index,
  readOtherSound: () => Promise<AudioFacts | null>,
): Promise<ClipFacts | null> {
  const video = index.tracks.find(({ kind }) => kind === 'video');
  const audio = index.tracks.find(({ kind }) => kind === 'audio');
  if (video?.entry.kind !== 'video' || video.entry.avcConfig === null || video.entry.orientation === null) return null;
  const copyable = await copyableVideo(file, video);
  const picture = copyable === null ? null : readVideo(copyable);
  if (picture === null) return null;
  return {
    sizeBytes: file.sizeBytes,
    video: picture,
    audio: audio === undefined ? null : await readSound(file, audio, readOtherSound),
    hasContentCredentials: index.hasContentCredentials,
  };
}

/** Null where the parameter sets do not stand in the index. */
function readVideo(copyable: CopyableVideo): VideoFacts | null {
  const { codec, picture, presentation, samples, timescale, isReset } = copyable;
  const { sps, codedWidth, codedHeight, width, height, turn } = picture;
  const { frameTimes, endTicks, shownFrames } = presentation;
  if (sps === null) return null;
  if (frameTimes.length === 0) throw new Error('The picture has no frames');
  const fps = frameRateOf({ times: frameTimes, end: endTicks, timescale });
  const seconds = endTicks / timescale;
  const shownBytes = samples.sizes.reduce((sum, size, packet) => (shownFrames[packet]! < 0 ? sum : sum + size), 0);
  const refusal = refusalFor(copyable, fps);
  const config = parseAvcConfig(codec.record);
  return {
    codec: picture.codec,
    description: codec.record,
    codedWidth,
    codedHeight,
    turn,
    width,
    height,
    fps,
    frameCount: frameTimes.length,
    frameTimesUs: Array.from(frameTimes, (ticks) => Math.round((ticks / timescale) * 1_000_000)),
    keyFrames: [...shownFrames]
      .filter((frame, packet) => frame >= 0 && isReset[packet] === 1)
      .toSorted((a, b) => a - b),
    color: tagsFromCodes(copyable.color ?? sps.color),
    bitrateBps: seconds > 0 ? (shownBytes * 8) / seconds : 0,
    stored:
      refusal !== null
        ? null
        : {
            offsets: samples.offsets,
            sizes: samples.sizes,
            isSync: isReset,
            avcConfig: codec.record,
            setsKey: [...(config?.sps ?? []), ...(config?.pps ?? [])].map(hexOf).join(' '),
            shownFrames,
          },
    copyRefusal: refusal,
    shareable: null,
  };
}

function refusalFor(
  { codec, picture, presentation, timescale, isReset, hasSets }: CopyableVideo,
  fps: Fps,
): CopyRefusal | null {
  if (hasSets) return 'stream-kind';
  return copyRefusalOf({
    isJoinable: refusalOf(codec.record) === null && isReset[0] === 1,
    hasSquarePixels: picture.pixelAspect.h === picture.pixelAspect.v,
    isUpright: picture.turn === null,
    hasHiddenHead: presentation.hasHiddenHead,
    isConstantRate: hasConstantRate({ times: presentation.frameTimes, timescale }, fps),
  });
}

/** The facts of a track of sound; null for one without packets. */
export async function readSound(
  file: ByteSource,
  track: Mp4Track,
  readOther: () => Promise<AudioFacts | null>,
): Promise<AudioFacts | null> {
  const copyable = copyableAudio(track);
  const aac = copyable === null ? null : await aacOf(file, copyable);
  const own = copyable === null || aac === null ? null : readAudio(copyable, aac);
  return own ?? (await readOther()) ?? unknownSound(track);
}

/** As the file describes it, else as its first frame does; null for anything but AAC-LC. */
export async function aacOf(
  file: ByteSource,
  { config, samples, sampleRate, channels }: CopyableAudio,
): Promise<AacConfig | null> {
  if (config !== null) return parseAacConfig(config);
  const [start, size] = [samples.offsets[0] ?? 0, samples.sizes[0] ?? 0];
  const frame = await file.read(start, start + size);
  const kind = aacFrameKind(frame, { sampleRate, channels });
  return kind?.kind === 'raw' && kind.config.channels <= 2 ? kind.config : null;
}

/** Sound that the library passes over: it is there, and nobody can decode it. */
function unknownSound({ entry, samples, timescale }: Mp4Track): AudioFacts | null {
  if (entry.kind !== 'audio' || samples.sizes.length === 0) return null;
  const endTicks = (samples.decodeTimes.at(-1) ?? 0) + (samples.durations.at(-1) ?? 0);
  return {
    codec: entry.format,
    sampleRate: entry.sampleRate,
    channels: entry.channels,
    aac: null,
    primingPackets: 0,
    packetCount: samples.sizes.length,
    firstSample: 0,
    endSeconds: endTicks / timescale,
    stored: null,
  };
}

/** Null for sound that can't be copied, which is left to the library. */
function readAudio({ samples, timescale, edit }: CopyableAudio, aac: AacConfig): AudioFacts | null {
  const delay = edit?.delayTicks ?? 0;
  if (timescale !== aac.sampleRate || hasGaps(samples)) return null;
  const start = edit?.startTicks ?? 0;
  const end = start + (edit?.durationTicks ?? Number.POSITIVE_INFINITY);
  const primingPackets = samples.decodeTimes.filter((ticks) => ticks < start).length;
  const packetCount = samples.decodeTimes.filter((ticks) => ticks < end).length - primingPackets;
  if (packetCount <= 0) return null;
  const firstSample = samples.decodeTimes[primingPackets]! - start + delay;
  return {
    codec: 'mp4a.40.2',
    sampleRate: aac.sampleRate,
    channels: aac.channels,
    aac,
    primingPackets,
    packetCount,
    firstSample,
    endSeconds: (firstSample + packetCount * SAMPLES_PER_PACKET) / aac.sampleRate,
    stored: { offsets: samples.offsets, sizes: samples.sizes },
  };
}

/** Whether packets stand apart from each other, which copies would not. The last one may be cut short. */
function hasGaps({ durations }: Mp4Track['samples']): boolean {
  return durations.subarray(0, -1).some((ticks) => ticks !== SAMPLES_PER_PACKET);
}
