/** What an export does, stretch by stretch. Plain data that the planner makes and the rest of the engine carries out. */
import type { Fps } from '#shared/movie/time.ts';
import type { JoinedFamily } from '#shared/avc/join-parameter-sets.ts';
import type { CodecEntry } from '#shared/mp4/mp4-index.ts';
import type { AacConfig } from '#shared/aac/aac-config.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import type { ExportTarget } from './export-target.ts';
import type { AudioReason, VideoReason } from './reasons.ts';

type VideoPlace = {
  /** Position in the plan's scenes; in a crossfade the scene that goes. */
  scene: number;
  /** Frames of the movie. */
  startFrame: number;
  frameCount: number;
};

export type CopiedVideo = VideoPlace & {
  kind: 'copy';
  /** Position of the first packet in the clip's stored order. */
  firstPacket: number;
  /** Number of the first frame in the clip. */
  firstFrame: number;
  /** Bytes of the packets. */
  bytes: number;
  reasons: [];
};

export type EncodedVideo = VideoPlace & {
  kind: 'encode';
  /** Whether the next scene fades in over these frames. */
  isCrossfade: boolean;
  reasons: VideoReason[];
};

export type VideoStretch = CopiedVideo | EncodedVideo;

export type AudioStretch = {
  scene: number;
  /** Packets of 1024 samples in the movie; those of all stretches add up to the movie's length. */
  firstPacket: number;
  packetCount: number;
} & (
  | {
      kind: 'copy';
      /** Packet of the clip that stands first, counted from its time 0. */ clipPacket: number;
      reasons: [];
    }
  | { kind: 'encode'; reasons: AudioReason[] }
  | { kind: 'silence'; reasons: AudioReason[] }
);

/**
 * Packets as they follow each other in the file. The first run starts at packet -1, which only primes the decoder; each
 * run but a silent one starts with the packet before its stretch, in the place of the last packet of the stretch before:
 * a decoder needs the packet before to give the first samples of the next.
 */
export type AudioRun = { firstPacket: number; packetCount: number } & (
  | {
      kind: 'copy';
      scene: number;
      /** Counted from the clip's time 0; -1 is its last priming packet. */ clipPacket: number;
    }
  | { kind: 'encode' }
  | { kind: 'silence' }
);

/** Packets of a run without those that stand before the movie's start to prime a decoder. */
export function heardPackets({ firstPacket, packetCount }: Pick<AudioRun, 'firstPacket' | 'packetCount'>): number {
  return packetCount + Math.min(0, firstPacket);
}

export type AudioPlan = {
  config: AacConfig;
  /** Heard packets. */
  packetCount: number;
  stretches: AudioStretch[];
  runs: AudioRun[];
};

/** How packets of a kind stand in the movie: as they are, or with other ids of their parameter sets. */
export type SetsMember = Exclude<JoinedFamily, { kind: 'refused' }>;

export type ExportPlan = {
  target: ExportTarget;
  fps: Fps;
  frameCount: number;
  /** What pixels are brought to. */
  color: ColorTags;
  /** What the file says of its colour; as the copied clips say it, so null parts where they say nothing. */
  tags: ColorTags;
  video: VideoStretch[];
  /** The one configuration record of a movie in which pictures are copied; null when none is. */
  joined: {
    avcConfig: Uint8Array;
    /** By the clip's `setsKey`, or ENCODER_SETS. */
    members: ReadonlyMap<string, SetsMember>;
  } | null;
  /** The codec other than H.264 that all pictures keep; null where they do not. */
  shared: CodecEntry | null;
  /** Null for a movie none of whose scenes has sound. */
  audio: AudioPlan | null;
  /** Positions of scenes whose sound can't be decoded: what of it is not copied is left out. */
  undecodable: ReadonlySet<number>;
};

/** Names the encoder's own parameter sets among those of the clips. */
export const ENCODER_SETS = 'encoder';
