/**
 * Takes the packets of a clip out of a file whose own tables say too little for copying (fragments, Matroska, transport
 * streams, parameter sets in the stream) and lays them down as MP4 holds them. All of the file is read for it.
 */
import { EncodedPacketSink, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import { codecString, parseAvcConfig } from '#shared/avc/avc-config.ts';
import { refusalOf } from '#shared/avc/join-parameter-sets.ts';
import { createAvcPacker } from '#shared/avc/pack-samples.ts';
import { readSps } from '#shared/avc/sps.ts';
import { hexOf } from '#shared/bytes.ts';
import { ownBytes } from '../bytes.ts';
import { tagsFromCodes } from '#shared/color/color-codes.ts';
import { SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import { createAacPacker } from './aac-packer.ts';
import type { AudioFacts, CopyRefusal, VideoFacts } from '#shared/clip/clip-facts.ts';
import { copyRefusalOf } from '#shared/clip/copy-refusal.ts';
import { toUs } from './facts-from-tracks.ts';
import { hasConstantRateUs } from '#shared/clip/frame-rate.ts';
import { createPacketStore, numbered } from './packet-store.ts';

/** Facts whose `stored` tells positions in `media`; null where nothing can be copied. */
export type Repacked<Facts> = { facts: Facts; media: Blob | null };

/** Seconds by which containers that count milliseconds round a packet's time, at most. */
const TIME_TOLERANCE = 0.002;

/**
 * The pictures of H.264. Facts are given back with the reason where they can't be copied all the same.
 * @param facts of the same track, read from the file
 */
export async function repackVideo(track: InputVideoTrack, facts: VideoFacts): Promise<Repacked<VideoFacts>> {
  const config = await track.getDecoderConfig();
  const packer = createAvcPacker(config?.description === undefined ? null : ownBytes(config.description));
  const packets = createPacketStore();
  const isSync: number[] = [];
  const timesUs: number[] = [];
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const { data, isIdr } = packer.add(packet.data);
      packets.add(data);
      isSync.push(isIdr ? 1 : 0);
      timesUs.push(toUs(packet.timestamp));
    }
  } catch (error) {
    // Malformed units are the decoder's to judge, which may well show them.
    if (error instanceof RangeError) return refused(facts, 'stream-kind');
    throw error;
  }
  const avcConfig = packer.record();
  if (avcConfig === null) return refused(facts, 'stream-kind');
  const { shownFrames, hasHiddenHead } = numbered(timesUs, facts.frameTimesUs);
  const refusal = copyRefusalOf({
    isJoinable: refusalOf(avcConfig) === null && isSync[0] === 1,
    hasSquarePixels: facts.turn !== null || (facts.width === facts.codedWidth && facts.height === facts.codedHeight),
    isUpright: facts.turn === null,
    hasHiddenHead,
    isConstantRate: hasConstantRateUs(facts.frameTimesUs, facts.fps),
  });
  if (refusal !== null) return refused(facts, refusal);
  const { media, stored } = packets.finish();
  const sets = parseAvcConfig(avcConfig);
  return {
    media,
    facts: {
      ...facts,
      codec: codecString(avcConfig),
      description: avcConfig,
      color: withStreamColor(facts.color, sets?.sps[0]),
      stored: {
        ...stored,
        avcConfig,
        setsKey: [...(sets?.sps ?? []), ...(sets?.pps ?? [])].map(hexOf).join(' '),
        shownFrames,
        isSync: Uint8Array.from(isSync),
      },
      copyRefusal: null,
    },
  };
}

function refused(facts: VideoFacts, copyRefusal: CopyRefusal): Repacked<VideoFacts> {
  return { facts: { ...facts, stored: null, copyRefusal }, media: null };
}

/** The sound of AAC-LC; null where packets can't be copied. @param facts of the same track */
export async function repackSound(track: InputAudioTrack, facts: AudioFacts): Promise<Repacked<AudioFacts> | null> {
  const config = await track.getDecoderConfig();
  if (config?.codec !== 'mp4a.40.2') return null;
  const packer = createAacPacker(config.description === undefined ? null : ownBytes(config.description));
  const packets = createPacketStore();
  const startSeconds: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const data = packer.add(packet.data);
    if (data === null) return null;
    packets.add(data);
    startSeconds.push(packet.timestamp);
  }
  const aac = packer.config();
  const [first] = startSeconds;
  if (aac === null || first === undefined || aac.sampleRate !== facts.sampleRate) return null;
  const packetSeconds = SAMPLES_PER_PACKET / aac.sampleRate;
  // Copies stand without gaps, and so must they.
  const hasGaps = startSeconds.some((at, packet) => Math.abs(at - first - packet * packetSeconds) > TIME_TOLERANCE);
  if (hasGaps || startSeconds.length !== facts.primingPackets + facts.packetCount) return null;
  const { media, stored } = packets.finish();
  return { media, facts: { ...facts, aac, stored } };
}

/** The container's word, and where it has none the stream's: as it is read from a plain MP4. */
function withStreamColor(color: ColorTags, sps: Uint8Array | undefined): ColorTags {
  const isSilent = color.primaries === null && color.transfer === null && color.matrix === null;
  return isSilent && sps !== undefined ? tagsFromCodes(readSps(sps).color) : color;
}
