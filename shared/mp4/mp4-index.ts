/** What the index of an MP4 file says (ISO/IEC 14496-12 `moov`), without a byte of its media. */

/** One entry a sample, in stored order, which is decoding order. */
export type SampleTable = {
  /** Bytes from the start of the file. */
  offsets: Float64Array;
  /** Bytes. */
  sizes: Uint32Array;
  /** Ticks of the track's timescale, from 0, before the edit list. */
  decodeTimes: Float64Array;
  /** Presentation time minus decoding time, ticks. */
  compositionOffsets: Int32Array;
  /** Ticks. */
  durations: Uint32Array;
  /** 1 where `stss` lists the sample, or everywhere when there is no `stss`. */
  isSync: Uint8Array;
};

/** An edit list of the kind that players honour: the track waits, then plays one stretch of its media. */
export type Edit = {
  /** Ticks of the track for which it shows nothing first. */
  delayTicks: number;
  /** Presentation time, in ticks before the edit, of the first thing shown. */
  startTicks: number;
  /** Ticks; null when the list does not limit it. Rounded, where the movie's timescale is another than the track's. */
  durationTicks: number | null;
};

export type Mp4Track = {
  id: number;
  kind: 'video' | 'audio';
  /** Ticks a second. */
  timescale: number;
  /** Of all its media, as the header says, which may be wrong. */
  durationTicks: number;
  /** Of the index, and of all fragments behind it. */
  samples: SampleTable;
  /** Null without an edit list, and with one that is more than a start: see `hasComplexEdits`. */
  edit: Edit | null;
  /** Several stretches of media, or a rate other than 1. The track's times then mean little. */
  hasComplexEdits: boolean;
  /** The track changes its codec settings in between: `entry` is only the first. */
  hasSeveralEntries: boolean;
  entry: VideoEntry | AudioEntry;
};

/** Width to height of a pixel. */
export type PixelAspect = { h: number; v: number };

/** How players bring a stored picture upright: by turning it clockwise, then mirroring it left to right. */
export type Orientation = { degrees: 0 | 90 | 180 | 270; isMirrored: boolean };

export type VideoEntry = {
  kind: 'video';
  /** The sample entry's type: `avc1`, `avc3`, `hvc1`, … */
  format: string;
  /** Stored pixels. */
  width: number;
  height: number;
  /** Of `pasp`; null where the container does not say. */
  pixelAspect: PixelAspect | null;
  /** Of the matrices of track and movie; null when they do more than turn and mirror. */
  orientation: Orientation | null;
  /** Of `tkhd`, before rotation. */
  displayWidth: number;
  displayHeight: number;
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1); null for other codecs. */
  avcConfig: Uint8Array | null;
  /** What `hvcC`, `av1C` or `vpcC` hold; null for other codecs. */
  otherConfig: Uint8Array | null;
  /** The boxes that tell how bright the pictures were mastered, as they stand there. */
  lightBoxes: Uint8Array;
  color: NclxColor | null;
};

/** How a track's sample entry names its codec, with all that a decoder is to know beforehand. */
export type CodecEntry = {
  format: 'avc1' | 'hvc1' | 'hev1' | 'av01' | 'vp09';
  /** Content of the configuration's box. */
  record: Uint8Array;
  /** Boxes that follow it, whole; empty where there are none. */
  lightBoxes: Uint8Array;
};

/** The configuration's box, by the sample entry's type. */
export const CONFIG_BOXES: Record<CodecEntry['format'], string> = {
  avc1: 'avcC',
  hvc1: 'hvcC',
  hev1: 'hvcC',
  av01: 'av1C',
  vp09: 'vpcC',
};

/** Code points of ITU-T H.273. */
export type NclxColor = { primaries: number; transfer: number; matrix: number; fullRange: boolean };

export type AudioEntry = {
  kind: 'audio';
  /** The sample entry's type: `mp4a`, `Opus`, … */
  format: string;
  channels: number;
  /** Hertz, as the sample entry says. */
  sampleRate: number;
  /** objectTypeIndication of `esds`; 0x40 is MPEG-4 audio. */
  objectType: number | null;
  /** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */
  audioConfig: Uint8Array | null;
  /** Samples at 48 kHz that a decoder of Opus drops at the start, of `dOps`; null for other codecs. */
  preSkip: number | null;
};

export type Mp4Index = {
  /** The major brand, then the compatible ones, each once. */
  brands: string[];
  /** Picture and sound alone, in the file's order. */
  tracks: Mp4Track[];
  /** Ticks a second of `durationTicks`. */
  movieTimescale: number;
  /** As the header says, which may be wrong. */
  durationTicks: number;
  isFragmented: boolean;
  /** Whether the file carries a C2PA manifest: signed word of who made it. */
  hasContentCredentials: boolean;
};
