/** Decodes a sound from a position on, at the movie's rate and channels, piece by piece. */
import { AudioSampleSink, type AudioSample, type InputAudioTrack } from 'mediabunny';
import { decodeSamples } from './decode-samples.ts';
import { mixChannels } from './mix-channels.ts';
import { createResampler, type Resampler } from './polyphase.ts';
import { createSampleQueue, type SampleQueue } from './sample-queue.ts';
import { soundDecoding } from './sound-decoding.ts';
import { MediaFailure } from '../failures.ts';
import { isGone } from '#opfs/files.ts';

/** Rate in hertz and number of channels (1 or 2) of the movie's sound. */
export type SoundFormat = { sampleRate: number; channels: number };

export type SoundStreamOptions = SoundFormat & {
  /** First sample that is read, at the movie's rate, counted from the source's time 0; may be negative. */
  start: number;
  signal: AbortSignal;
  /** For the sentence of a failure. */
  sceneNumber?: number;
};

export type SoundStream = {
  /**
   * The next `count` samples, planar; silence before the source's time 0 and behind its end.
   * @throws MediaFailure `undecodable-sound`, `music-unreadable` or `source-missing`, or an AbortError
   */
  read(count: number): Promise<Float32Array<ArrayBuffer>[]>;
  /** Ends the decoding. */
  close(): Promise<void>;
};

/**
 * The track stays the caller's. Decoding always begins with the first packet, wherever `start` lies: what a decoder
 * carries from packet to packet (overlaps, bit reservoirs, the noise that AAC fills bands with) is then the same for every
 * start, and so is every sample.
 */
export function openSoundStream(track: InputAudioTrack, options: SoundStreamOptions): SoundStream {
  const { channels, signal } = options;
  const samples = samplesOf(track, signal);
  let position = options.start;
  let source: DecodedSource | null = null;
  let isEnded = false;

  const decodeNext = async (): Promise<void> => {
    signal.throwIfAborted();
    const { value: sample, done } = await nextSample(samples, options);
    if (done === true || sample === undefined) {
      isEnded = true;
      return;
    }
    try {
      source ??= createDecodedSource(sample.sampleRate, options);
      keep(sample, source, channels);
    } finally {
      sample.close();
    }
  };
  const advance = async (count: number): Promise<Float32Array<ArrayBuffer>[]> => {
    const first = position;
    position += count;
    while (!isEnded && (source === null || source.queue.to < source.resampler.reach(first, count).to))
      await decodeNext();
    const into = Array.from({ length: channels }, () => new Float32Array(count));
    if (source !== null) convertInto(into, source, first);
    return into;
  };
  return {
    read: (count) => (count === 0 ? Promise.resolve(emptyBlock(channels)) : advance(count)),
    async close() {
      isEnded = true;
      await samples.return();
    },
  };
}

type DecodedSource = { queue: SampleQueue; resampler: Resampler };

function createDecodedSource(fromRate: number, { sampleRate, channels, start }: SoundStreamOptions): DecodedSource {
  const resampler = createResampler(fromRate, sampleRate);
  return { resampler, queue: createSampleQueue(channels, resampler.reach(start, 1).from) };
}

async function* samplesOf(track: InputAudioTrack, signal: AbortSignal): AsyncGenerator<AudioSample, void> {
  const decoding = await soundDecoding(track);
  yield* decoding === null ? new AudioSampleSink(track).samples() : decodeSamples(track, decoding, signal);
}

async function nextSample(
  samples: AsyncGenerator<AudioSample, void>,
  { signal, sceneNumber }: SoundStreamOptions,
): Promise<IteratorResult<AudioSample, void>> {
  try {
    return await samples.next();
  } catch (error) {
    if (signal.aborted) throw error;
    throw soundUnreadable(error, sceneNumber);
  }
}

/** Priming stands before time 0 and is never heard. */
function keep(sample: AudioSample, { queue }: DecodedSource, channels: number): void {
  const position = Math.round(sample.timestamp * sample.sampleRate);
  const length = sample.numberOfFrames;
  if (position + length <= Math.max(0, queue.to)) return;
  const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(length);
    sample.copyTo(plane, { format: 'f32-planar', planeIndex });
    return plane.subarray(Math.max(0, -position));
  });
  queue.put(Math.max(0, position), mixChannels(planes, channels));
}

function convertInto(into: readonly Float32Array[], { queue, resampler }: DecodedSource, first: number): void {
  const count = into[0]?.length ?? 0;
  const { from, to } = resampler.reach(first, count);
  queue.padTo(to);
  queue.dropTo(from);
  queue.view().forEach((channel, index) => resampler.convert(channel, queue.from, first, into[index]!));
  queue.dropTo(resampler.reach(first + count, 1).from);
}

function emptyBlock(channels: number): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: channels }, () => new Float32Array(0));
}

/** @param sceneNumber left out for the music */
function soundUnreadable(error: unknown, sceneNumber?: number): MediaFailure {
  if (error instanceof MediaFailure) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (sceneNumber === undefined) return new MediaFailure('music-unreadable', { detail }, error);
  return new MediaFailure(isGone(error) ? 'source-missing' : 'undecodable-sound', { sceneNumber, detail }, error);
}
