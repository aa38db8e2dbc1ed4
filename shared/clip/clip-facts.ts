/** What is known of a clip's file once its index has been read. Plain data: the planner works on these alone. */
import type { Fps } from '#shared/movie/time.ts';
import type { CodecEntry, Orientation } from '#shared/mp4/mp4-index.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import type { AacConfig } from '#shared/aac/aac-config.ts';

/** Where the packets of a track lie in the clip's media, in stored order, which is decoding order. */
export type StoredPackets = {
  /** Byte positions. */
  offsets: Float64Array;
  /** Bytes. */
  sizes: Uint32Array;
};

/** What is needed to copy a clip's pictures without reading them. */
export type StoredVideo = StoredPackets & {
  /** The AVC decoder configuration record: parameter sets and length size. */
  avcConfig: Uint8Array;
  /** Equal for clips whose parameter sets are equal byte for byte. */
  setsKey: string;
  /** The shown frame that each packet is; -1 for one that the edit list hides. */
  shownFrames: Int32Array;
  /** 1 for key frames that reset the decoder (IDR): no packet behind one needs anything before it. */
  isSync: Uint8Array;
};

/** What is needed to copy pictures of a codec other than H.264, which can't be joined with those of another configuration. */
export type ShareableVideo = Pick<StoredVideo, 'offsets' | 'sizes' | 'shownFrames' | 'isSync'> & {
  entry: CodecEntry;
  /** Equal for clips of one configuration. */
  key: string;
};

/** Why packets of a clip's picture can't be copied into a movie of the same size. */
export const copyRefusals = ['codec', 'stream-kind', 'varying-rate', 'edit-list', 'pixel-aspect', 'rotation'] as const;
export type CopyRefusal = (typeof copyRefusals)[number];

export type Turn = Orientation;

export type VideoFacts = {
  /** RFC 6381, such as "avc1.64001f". */
  codec: string;
  /** The decoder configuration record (avcC), or null for codecs that carry it in band. */
  description: Uint8Array | null;
  codedWidth: number;
  codedHeight: number;
  /** Null for a picture that is stored upright, as nearly all are. */
  turn: Turn | null;
  /** Size on screen: pixel aspect applied, and upright. */
  width: number;
  height: number;
  fps: Fps;
  /** Frames that are shown; those that an edit list hides are not counted. */
  frameCount: number;
  /** Presentation times of the shown frames in microseconds, rising. The first is the picture's start in the clip. */
  frameTimesUs: readonly number[];
  /** Numbers of the shown frames that decode without an earlier one. */
  keyFrames: readonly number[];
  /** As the container and the stream tag it; null where they say nothing. */
  color: ColorTags;
  bitrateBps: number;
  /** Null where packets can't be copied; `copyRefusal` says why. */
  stored: StoredVideo | null;
  copyRefusal: CopyRefusal | null;
  /** HEVC, AV1 and VP9 alone; null also where packets can't be copied. */
  shareable: ShareableVideo | null;
};

export type AudioFacts = {
  codec: string;
  sampleRate: number;
  channels: number;
  /** Null for anything but AAC-LC in packets of 1024 samples. */
  aac: AacConfig | null;
  /** Packets that start before time 0: decoder priming, never heard. */
  primingPackets: number;
  /** Packets from time 0 on, up to where the edit list ends. */
  packetCount: number;
  /** Where the first heard packet starts, in samples of `sampleRate`: more than 0 where sound begins late. */
  firstSample: number;
  /** When the last heard packet ends, in seconds of the clip. */
  endSeconds: number;
  /** All packets, priming first, those behind the edit last; null where they can't be copied. */
  stored: StoredPackets | null;
};

export type ClipFacts = {
  sizeBytes: number;
  video: VideoFacts;
  audio: AudioFacts | null;
  /** Whether the file carries a C2PA manifest: signed word of who made it. */
  hasContentCredentials: boolean;
};
