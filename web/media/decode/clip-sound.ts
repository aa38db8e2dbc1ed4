/** A piece of a clip's sound as samples, at the movie's rate and number of channels. */
import { AudioSampleSink, type AudioSample } from 'mediabunny';
import type { AacConfig } from '../probe/aac-config.ts';
import { unreadable, type OpenClip } from '../probe/open-clip.ts';
import { resample } from './resample.ts';

export type SoundRange = {
  /** First sample at the movie's rate, counted from the clip's time 0; may be negative. */
  start: number;
  length: number;
  /** One past the last sample that is heard; silence follows. */
  end: number;
};

/** Read before the range and thrown away: the overlap of a coder and the reach of the resampler. */
const LEAD_SECONDS = 0.1;

/** One array for each channel of `config`. Silence where the clip has none. @throws MediaFailure `source-unreadable`, or an AbortError */
export async function readClipSound(
  clip: OpenClip,
  config: AacConfig,
  range: SoundRange,
  signal: AbortSignal,
  sceneNumber: number,
): Promise<Float32Array<ArrayBuffer>[]> {
  const { audio } = clip.facts;
  if (clip.audioTrack === null || audio === null)
    return Array.from({ length: config.channels }, () => new Float32Array(range.length));
  const fromSeconds = Math.max(0, range.start / config.sampleRate - LEAD_SECONDS);
  const toSeconds = (range.start + range.length) / config.sampleRate + LEAD_SECONDS;
  const base = Math.round(fromSeconds * audio.sampleRate);
  const source = Array.from(
    { length: audio.channels },
    () => new Float32Array(Math.ceil(toSeconds * audio.sampleRate) - base),
  );
  try {
    for await (const sample of new AudioSampleSink(clip.audioTrack).samples(fromSeconds, toSeconds)) {
      try {
        signal.throwIfAborted();
        place(sample, source, base);
      } finally {
        sample.close();
      }
    }
  } catch (error) {
    throw signal.aborted ? error : unreadable(error, sceneNumber);
  }
  // Where the source's piece begins, in samples of the movie: exact, because the base is a whole sample of the source.
  const start = range.start - Math.round((base * config.sampleRate) / audio.sampleRate);
  const mixed = toChannels(source, config.channels);
  const heard = Math.max(0, range.end - range.start);
  return mixed.map((channel) =>
    resample(channel, audio.sampleRate, config.sampleRate, start, range.length).fill(0, Math.min(heard, range.length)),
  );
}

function place(sample: AudioSample, into: readonly Float32Array[], base: number): void {
  const at = Math.round(sample.timestamp * sample.sampleRate) - base;
  const from = Math.max(0, -at);
  into.forEach((channel, planeIndex) => {
    if (planeIndex >= sample.numberOfChannels) return;
    const samples = new Float32Array(sample.numberOfFrames);
    sample.copyTo(samples, { format: 'f32-planar', planeIndex });
    const room = Math.max(0, channel.length - at);
    channel.set(samples.subarray(from, Math.max(from, Math.min(samples.length, room))), at + from);
  });
}

/** Share of centre and surround in a stereo mix (ITU-R BS.775). */
const MINUS_3_DB = Math.SQRT1_2;

/** Mono to both sides, stereo to its mean, and more channels (in the order of 5.1) to stereo. */
function toChannels(source: readonly Float32Array[], channels: number): Float32Array[] {
  const [left, right, centre, , surroundLeft, surroundRight] = source;
  if (left === undefined) return Array.from({ length: channels }, () => new Float32Array(0));
  if (right === undefined) return Array.from({ length: channels }, () => left);
  const at = (channel: Float32Array | undefined, index: number): number => channel?.[index] ?? 0;
  const isSurround = source.length > 2;
  const stereo = isSurround
    ? [
        left.map((value, index) => value + MINUS_3_DB * (at(centre, index) + at(surroundLeft, index))),
        right.map((value, index) => value + MINUS_3_DB * (at(centre, index) + at(surroundRight, index))),
      ]
    : [left, right];
  const [first = left, second = right] = stereo;
  return channels === 1 ? [first.map((value, index) => (value + at(second, index)) / 2)] : [first, second];
}
