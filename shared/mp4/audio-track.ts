/** The sound track of a movie: AAC-LC. */
import { box, fixed16, type Part, u16, zeros } from './box-parts.ts';
import { esds } from './esds.ts';
import type { TrackPlacing } from './video-track.ts';
import { sampleTable } from './write-sample-table.ts';
import { track } from './write-track.ts';

export type AudioTrackSpec = {
  /** Hertz; also the track's timescale. */
  sampleRate: number;
  channels: number;
  /** AudioSpecificConfig. */
  audioConfig: Uint8Array;
  packetCount: number;
  samplesPerPacket: 1024;
  /** Samples in front of the first one heard. */
  editStartSamples: number;
  /** Samples heard. */
  durationSamples: number;
  /** Bits a second. */
  averageBitrate: number;
};

/** Each packet overlaps with the one before. */
const PACKETS_TO_ROLL = 1;
const BITS_A_SAMPLE = 16;
/** The sample entry has 16 bits for the rate; the configuration has the true one. */
const MOST_WRITABLE_RATE = 0xffff;

/** What is heard, in ticks of the movie; rounded where its timescale does not divide the sound's. */
export function presentedAudioTicks(spec: AudioTrackSpec, movieTimescale: number): number {
  return Math.round((spec.durationSamples * movieTimescale) / spec.sampleRate);
}

export function audioTrack(
  spec: AudioTrackSpec,
  movieTimescale: number,
  { id, createdAt, sizes, places, isLarge }: TrackPlacing,
): Part {
  return track({
    id,
    createdAt,
    presentedTicks: presentedAudioTicks(spec, movieTimescale),
    timescale: spec.sampleRate,
    mediaTicks: spec.packetCount * spec.samplesPerPacket,
    editStartTicks: spec.editStartSamples,
    picture: null,
    sampleTable: sampleTable({
      entry: mp4a(spec),
      sampleCount: spec.packetCount,
      sampleDuration: spec.samplesPerPacket,
      compositionOffsets: null,
      isSync: null,
      sizes,
      places,
      isLarge,
      rollDistance: PACKETS_TO_ROLL,
    }),
  });
}

/** ISO/IEC 14496-12, 12.2.3, and 14496-14, 5.6.1. */
function mp4a({ channels, sampleRate, audioConfig, averageBitrate }: AudioTrackSpec): Part {
  return box(
    'mp4a',
    zeros(6),
    u16(1),
    zeros(8),
    u16(channels, BITS_A_SAMPLE),
    zeros(4),
    fixed16(sampleRate > MOST_WRITABLE_RATE ? 0 : sampleRate),
    esds(audioConfig, averageBitrate),
  );
}
