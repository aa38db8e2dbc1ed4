/** The facts of an H.264 clip in an MP4 file, from the file's own index and a few bytes at the head of its key frames. */
import { hexOf } from '#shared/bytes.ts';
import { codecString, parseAvcConfig, type AvcConfig } from '#shared/avc/avc-config.ts';
import { refusalOf } from '#shared/avc/join-parameter-sets.ts';
import { readSps } from '#shared/avc/sps.ts';
import { tagsFromCodes } from '../decode/color-codes.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { avcEntryPoints } from '#shared/mp4/entry-points.ts';
import type { Mp4Index, Mp4Track, VideoEntry } from '#shared/mp4/mp4-index.ts';
import type { ColorTags } from '../worker/protocol.ts';
import { aacFrameKind, parseAacConfig, type AacConfig } from './aac-config.ts';
import type { AudioFacts, ClipFacts, StoredVideo, VideoFacts } from './clip-facts.ts';
import { copyRefusalOf } from './copy-refusal.ts';
import { frameRateOf } from './frame-rate.ts';
import { isPlain, presentationOrder } from './presentation-order.ts';
import { SAMPLES_PER_PACKET } from '../sound/aac-settings.ts';

const AAC_OBJECT_TYPE = 0x40;

/**
 * Null for a picture that our own reader does not understand: other codecs, fragments, edit lists of several parts.
 * @param readOtherSound reads the facts of sound that this reader does not understand
 */
export async function factsFromIndex(
  blob: Blob,
  index: Mp4Index,
  readOtherSound: () => Promise<AudioFacts | null>,
): Promise<ClipFacts | null> {
  const video = index.tracks.find(({ kind }) => kind === 'video');
  const audio = index.tracks.find(({ kind }) => kind === 'audio');
  if (index.isFragmented || video === undefined || !isPlain(video)) return null;
  const { entry } = video;
  if (entry.kind !== 'video' || entry.avcConfig === null || entry.rotationDegrees === null) return null;
  const config = parseAvcConfig(entry.avcConfig);
  const sps = config?.sps[0];
  if (config === null || sps === undefined) return null;
  return {
    sizeBytes: blob.size,
    video: await readVideo(blob, video, entry, { config, record: entry.avcConfig, sps }),
    audio: audio === undefined ? null : await readSound(blob, audio, readOtherSound),
    hasContentCredentials: index.hasContentCredentials,
  };
}

type Sets = { config: AvcConfig; record: Uint8Array; sps: Uint8Array };

async function readVideo(blob: Blob, track: Mp4Track, entry: VideoEntry, sets: Sets): Promise<VideoFacts> {
  const { samples, timescale } = track;
  const order = presentationOrder(track);
  if (order.frameTimes.length === 0) throw new Error('The picture has no frames');
  const frameTimesUs = order.frameTimes.map((ticks) => Math.round((ticks / timescale) * 1_000_000));
  const lastDuration = samples.durations.at(-1) ?? 0;
  const fps = frameRateOf(frameTimesUs, Math.round((lastDuration / timescale) * 1_000_000));
  const facts = readSps(sets.sps);
  const seconds = ((order.frameTimes.at(-1) ?? 0) + lastDuration) / timescale;
  const shownBytes = samples.sizes.reduce(
    (sum, size, packet) => (order.shownFrames[packet]! < 0 ? sum : sum + size),
    0,
  );
  const heads = await avcEntryPoints(blobSource(blob), samples, sets.config.nalLengthSize);
  const stored: StoredVideo = {
    offsets: samples.offsets,
    sizes: samples.sizes,
    isSync: heads.isIdr,
    avcConfig: sets.record,
    setsKey: [...sets.config.sps, ...sets.config.pps].map(hexOf).join(' '),
    shownFrames: order.shownFrames,
  };
  const { hasHiddenHead } = order;
  const refusal = heads.hasSets
    ? 'stream-kind'
    : copyRefusalOf({
        isJoinable: refusalOf(sets.record) === null && stored.isSync[0] === 1,
        hasSquarePixels: entry.pixelAspect.h === entry.pixelAspect.v,
        isUpright: entry.rotationDegrees === 0,
        hasHiddenHead,
        frameTimesUs,
        fps,
      });
  const keyFrames = [...heads.isIdr.keys()]
    .filter((packet) => heads.isIdr[packet] === 1 && (order.shownFrames[packet] ?? -1) >= 0)
    .map((packet) => order.shownFrames[packet] ?? 0);
  const width = Math.round((facts.croppedWidth * entry.pixelAspect.h) / entry.pixelAspect.v);
  return {
    codec: codecString(sets.record),
    description: sets.record,
    codedWidth: facts.croppedWidth,
    codedHeight: facts.croppedHeight,
    ...uprightOf({ width, height: facts.croppedHeight }, entry.rotationDegrees ?? 0),
    fps,
    frameCount: frameTimesUs.length,
    frameTimesUs,
    keyFrames: keyFrames.toSorted((a, b) => a - b),
    color: colorOf(entry, facts.color),
    bitrateBps: seconds > 0 ? (shownBytes * 8) / seconds : 0,
    stored: refusal === null ? stored : null,
    copyRefusal: refusal,
    shareable: null,
  };
}

/** The size of a picture when players have turned it. */
function uprightOf(
  { width, height }: { width: number; height: number },
  degrees: 0 | 90 | 180 | 270,
): Pick<VideoFacts, 'turn' | 'width' | 'height'> {
  const turn = degrees === 0 ? null : { degrees, isMirrored: false };
  return degrees % 180 === 0 ? { turn, width, height } : { turn, width: height, height: width };
}

function colorOf(entry: VideoEntry, fromStream: Parameters<typeof tagsFromCodes>[0]): ColorTags {
  return tagsFromCodes(entry.color ?? fromStream);
}

async function readSound(
  blob: Blob,
  track: Mp4Track,
  readOther: () => Promise<AudioFacts | null>,
): Promise<AudioFacts | null> {
  return readAudio(track, await aacOf(blob, track)) ?? (await readOther()) ?? unknownSound(track);
}

/** As the file describes it, else as its first frame does; null for anything but AAC-LC. */
async function aacOf(blob: Blob, { entry, samples }: Mp4Track): Promise<AacConfig | null> {
  if (entry.kind !== 'audio' || entry.format !== 'mp4a' || entry.objectType !== AAC_OBJECT_TYPE) return null;
  if (entry.audioConfig !== null) return parseAacConfig(entry.audioConfig);
  const [start, size] = [samples.offsets[0] ?? 0, samples.sizes[0] ?? 0];
  const kind = aacFrameKind(new Uint8Array(await blob.slice(start, start + size).arrayBuffer()), entry);
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
function readAudio(track: Mp4Track, aac: AacConfig | null): AudioFacts | null {
  const { samples, timescale, edit } = track;
  if (!isPlain(track)) return null;
  if (aac === null || timescale !== aac.sampleRate || hasGaps(samples)) return null;
  const start = edit?.startTicks ?? 0;
  const end = start + (edit?.durationTicks ?? Number.POSITIVE_INFINITY);
  const primingPackets = samples.decodeTimes.filter((ticks) => ticks < start).length;
  const packetCount = samples.decodeTimes.filter((ticks) => ticks < end).length - primingPackets;
  if (packetCount <= 0) return null;
  return {
    codec: 'mp4a.40.2',
    sampleRate: aac.sampleRate,
    channels: aac.channels,
    aac,
    primingPackets,
    packetCount,
    firstSample: samples.decodeTimes[primingPackets]! - start,
    endSeconds: (samples.decodeTimes[primingPackets]! - start + packetCount * SAMPLES_PER_PACKET) / aac.sampleRate,
    stored: { offsets: samples.offsets, sizes: samples.sizes },
  };
}

/** Whether packets stand apart from each other, which copies would not. The last one may be cut short. */
function hasGaps({ durations }: Mp4Track['samples']): boolean {
  return durations.subarray(0, -1).some((ticks) => ticks !== SAMPLES_PER_PACKET);
}
