/**
 * What can be taken out of a file packet by packet, and all that another file needs to hold it: the codec's configuration,
 * each sample's place and times, the edit list, colour, matrix, and the shape of pixels.
 */
import { parseAvcConfig } from '../avc/avc-config.ts';
import type { ByteSource } from './byte-source.ts';
import { avcEntryPoints, hevcEntryPoints } from './entry-points.ts';
import { parseHevcConfig } from './hevc-config.ts';
import type { CodecEntry, Edit, Mp4Track, NclxColor, Orientation, SampleTable } from './mp4-index.ts';
import { type Picture, pictureOf } from './picture.ts';
import { isPlain, type Presentation, presentationOf } from './presentation.ts';

type Media = {
  /** Ticks a second. */
  timescale: number;
  samples: SampleTable;
  edit: Edit | null;
};

export type CopyableVideo = Media & {
  codec: CodecEntry;
  picture: Picture;
  /** Of the container; null where it leaves colours to the stream. */
  color: NclxColor | null;
  orientation: Orientation | null;
  presentation: Presentation;
  /** 1 for each sample that resets the decoder: nothing behind it needs anything before it. */
  isReset: Uint8Array;
  /** Whether parameter sets stand in the stream, and whether any is another than the configuration's. */
  hasSets: boolean;
  hasOtherSets: boolean;
};

export type CopyableAudio = Media & {
  /** Hertz, as the sample entry says; the configuration goes before it. */
  sampleRate: number;
  channels: number;
  /** AudioSpecificConfig; null where the file does not describe its sound, so that the packets have to be asked. */
  config: Uint8Array | null;
};

/**
 * Null for a picture of another codec than H.264, HEVC, AV1 and VP9, without its configuration, or whose times are not the
 * movie's: with edits of several parts, or several sample entries.
 * @throws RangeError for samples or parameter sets that are malformed
 */
export async function copyableVideo(source: ByteSource, track: Mp4Track): Promise<CopyableVideo | null> {
  const { entry, samples, timescale, edit } = track;
  if (entry.kind !== 'video' || !isPlain(track)) return null;
  const codec = codecEntry(entry);
  const points = codec === null ? null : await entryPoints(source, samples, codec);
  if (codec === null || points === null) return null;
  return {
    timescale,
    samples,
    edit,
    codec,
    picture: pictureOf(entry),
    color: entry.color,
    orientation: entry.orientation,
    presentation: presentationOf(track),
    ...points,
  };
}

const MPEG4_AUDIO = 0x40;

/** Null for sound of any other kind than MPEG-4 audio, or whose times are not the movie's. */
export function copyableAudio(track: Mp4Track): CopyableAudio | null {
  const { entry, samples, timescale, edit } = track;
  if (entry.kind !== 'audio' || entry.objectType !== MPEG4_AUDIO || !isPlain(track)) return null;
  const { sampleRate, channels, audioConfig: config } = entry;
  return { timescale, samples, edit, sampleRate, channels, config };
}

const FORMATS = ['avc1', 'hvc1', 'hev1', 'av01', 'vp09'] as const;

function codecEntry(entry: Extract<Mp4Track['entry'], { kind: 'video' }>): CodecEntry | null {
  const { avcConfig, otherConfig, lightBoxes } = entry;
  if (avcConfig !== null) return { format: 'avc1', record: avcConfig, lightBoxes };
  const format = FORMATS.find((known) => known === entry.format);
  return format === undefined || otherConfig === null ? null : { format, record: otherConfig, lightBoxes };
}

type EntryPoints = Pick<CopyableVideo, 'isReset' | 'hasSets' | 'hasOtherSets'>;

/** Null for a configuration that is malformed. */
async function entryPoints(
  source: ByteSource,
  samples: SampleTable,
  { format, record }: CodecEntry,
): Promise<EntryPoints | null> {
  // Key frames of AV1 and VP9 always reset the decoder.
  if (format === 'av01' || format === 'vp09') return { isReset: samples.isSync, hasSets: false, hasOtherSets: false };
  if (format === 'avc1') {
    const config = parseAvcConfig(record);
    if (config === null) return null;
    const { isIdr, hasSets } = await avcEntryPoints(source, samples, config.nalLengthSize);
    return { isReset: isIdr, hasSets, hasOtherSets: hasSets };
  }
  const config = parseHevcConfig(record);
  if (config === null) return null;
  const { isIdr, ...sets } = await hevcEntryPoints(source, samples, config);
  return { isReset: isIdr, ...sets };
}
