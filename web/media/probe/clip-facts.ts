/** What is known of a clip's file once its index has been read. Plain data: the planner works on these alone. */
import type { Fps } from '#shared/movie/time.ts';
import type { ColorTags } from '../worker/protocol.ts';
import type { AacConfig } from './aac-config.ts';

export type VideoFacts = {
  /** RFC 6381, such as "avc1.64001f". */
  codec: string;
  /** The decoder configuration record (avcC), or null for codecs that carry it in band. */
  description: Uint8Array | null;
  codedWidth: number;
  codedHeight: number;
  /** Size on screen: pixel aspect applied. */
  width: number;
  height: number;
  fps: Fps;
  /** Frames that are shown; those that an edit list hides are not counted. */
  frameCount: number;
  /** Presentation times of the shown frames in microseconds, rising. The first is the picture's start in the clip. */
  frameTimesUs: readonly number[];
  /** Numbers of the shown frames that decode without an earlier one. */
  keyFrames: readonly number[];
  /** Whether frames are stored in another order than they are shown in. */
  isReordered: boolean;
  /** As the container and the stream tag it; null where they say nothing. */
  color: ColorTags;
  bitrateBps: number;
};

export type AudioFacts = {
  codec: string;
  sampleRate: number;
  channels: number;
  /** Null for anything but AAC-LC in packets of 1024 samples. */
  aac: AacConfig | null;
  /** Packets that start before time 0: decoder priming, never heard. */
  primingPackets: number;
  /** Packets from time 0 on. */
  packetCount: number;
  /** Where the first heard packet starts, in samples of `sampleRate`; 0 in all known clips. */
  firstSample: number;
};

export type ClipFacts = {
  sizeBytes: number;
  video: VideoFacts;
  audio: AudioFacts | null;
};
