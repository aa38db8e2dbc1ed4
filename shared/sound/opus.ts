/** How Opus is encoded for WebM. */
import { samplesAt, type Fps } from '#shared/movie/time.ts';

/** The rate at which Opus counts (RFC 7845, section 4). */
export const OPUS_SAMPLE_RATE = 48_000;
/** Samples of a packet: 20 ms. */
export const OPUS_PACKET_SAMPLES = 960;
/** Bits per second. */
export const OPUS_BITRATE = 128_000;

/** Packets that reach to the end of the last picture. */
export function opusPacketCount({ frameCount, fps }: { frameCount: number; fps: Fps }): number {
  return Math.ceil(samplesAt(frameCount, fps, OPUS_SAMPLE_RATE) / OPUS_PACKET_SAMPLES);
}
