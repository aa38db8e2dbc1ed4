/**
 * Packets of HEVC, AV1 and VP9. Nothing in them is rewritten, so clips can follow each other in one track only where their
 * configurations are equal and each begins with a picture that resets the decoder.
 */
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { hexOf } from '#shared/bytes.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { copyableVideo } from '#shared/mp4/copyable-track.ts';
import { asComplete, parseHevcConfig, readHevcHead } from '#shared/mp4/hevc-config.ts';
import type { CodecEntry, Mp4Index } from '#shared/mp4/mp4-index.ts';
import type { ShareableVideo, VideoFacts } from '#shared/clip/clip-facts.ts';
import { av1Record, vp9Record } from './config-records.ts';
import { copyRefusalOf } from '#shared/clip/copy-refusal.ts';
import { toUs } from './facts-from-tracks.ts';
import { hasConstantRateUs } from '#shared/clip/frame-rate.ts';
import { createPacketStore, numbered } from './packet-store.ts';

const FORMATS = ['hvc1', 'hev1', 'av01', 'vp09'] as const;

export function isShareableCodec(codec: string): boolean {
  return FORMATS.some((format) => codec.startsWith(format));
}

/** Ranges of an MP4; null where it is none, or its packets can't be copied. @param facts of the same file */
export async function shareableFromIndex(
  blob: Blob,
  index: Mp4Index,
  facts: VideoFacts,
): Promise<ShareableVideo | null> {
  const track = index.tracks.find(({ kind }) => kind === 'video');
  const copyable = track === undefined ? null : await copyableVideo(blobSource(blob), track);
  if (copyable === null || copyable.codec.format === 'avc1' || copyable.hasOtherSets) return null;
  const { codec, picture, presentation, samples, isReset } = copyable;
  const { shownFrames, hasHiddenHead, frameTimes } = presentation;
  if (frameTimes.length !== facts.frameCount) return null;
  const refusal = copyRefusalOf({
    isJoinable: isReset[0] === 1,
    hasSquarePixels: picture.pixelAspect.h === picture.pixelAspect.v,
    isUpright: copyable.orientation !== null && picture.turn === null,
    hasHiddenHead,
    isConstantRate: hasConstantRateUs(facts.frameTimesUs, facts.fps),
  });
  if (refusal !== null) return null;
  return shareable(codec, { offsets: samples.offsets, sizes: samples.sizes, shownFrames, isSync: isReset });
}

/** Packets that are taken out of any other file, all of which is read for it. @param facts of the same track */
export async function repackShareable(
  track: InputVideoTrack,
  facts: VideoFacts,
): Promise<{ shareable: ShareableVideo; media: Blob } | null> {
  const hevc = facts.codec.startsWith('h') && facts.description !== null ? parseHevcConfig(facts.description) : null;
  if (facts.codec.startsWith('h') && hevc === null) return null;
  const packets = createPacketStore();
  const timesUs: number[] = [];
  const isSync: number[] = [];
  let record: Uint8Array | null = null;
  let hasSets = false;
  for await (const { data, type, timestamp } of new EncodedPacketSink(track).packets()) {
    const head = hevc === null ? null : readHevcHead(data, hevc);
    if (head?.hasOtherSets === true) return null;
    hasSets ||= head?.hasSets === true;
    if (timesUs.length === 0) record = recordOf(facts, data);
    packets.add(data.slice());
    timesUs.push(toUs(timestamp));
    isSync.push(type === 'key' && (head?.isIdr ?? true) ? 1 : 0);
  }
  if (record === null) return null;
  const { shownFrames, hasHiddenHead } = numbered(timesUs, facts.frameTimesUs);
  const refusal = copyRefusalOf({
    isJoinable: isSync[0] === 1,
    hasSquarePixels: facts.width === facts.codedWidth && facts.height === facts.codedHeight,
    isUpright: facts.turn === null,
    hasHiddenHead,
    isConstantRate: hasConstantRateUs(facts.frameTimesUs, facts.fps),
  });
  if (refusal !== null) return null;
  const { media, stored } = packets.finish();
  const format = formatOf(facts.codec, hasSets);
  const entry = { format, record: format === 'hvc1' ? asComplete(record) : record, lightBoxes: new Uint8Array(0) };
  return { media, shareable: shareable(entry, { ...stored, shownFrames, isSync: Uint8Array.from(isSync) }) };
}

function shareable(
  entry: CodecEntry,
  packets: Pick<ShareableVideo, 'offsets' | 'sizes' | 'shownFrames' | 'isSync'>,
): ShareableVideo {
  return { ...packets, entry, key: [entry.format, hexOf(entry.record), hexOf(entry.lightBoxes)].join(' ') };
}

/** `hvc1` promises that no parameter set stands in the stream. */
function formatOf(codec: string, hasSets: boolean): CodecEntry['format'] {
  if (codec.startsWith('vp09')) return 'vp09';
  if (codec.startsWith('av01')) return 'av01';
  return hasSets ? 'hev1' : 'hvc1';
}

function recordOf({ codec, description }: VideoFacts, firstPacket: Uint8Array): Uint8Array | null {
  if (codec.startsWith('vp09')) return vp9Record(codec);
  return codec.startsWith('av01') ? av1Record(codec, firstPacket) : description;
}
