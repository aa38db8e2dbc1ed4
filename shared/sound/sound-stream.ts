/** Brings decoded sound, from a position on, to the movie's rate and channels, piece by piece. */
import { mixChannels } from './mix-channels.ts';
import { createResampler, type Resampler } from './polyphase.ts';
import { createSampleQueue, type SampleQueue } from './sample-queue.ts';
import type { StopSignal } from '../stop-signal.ts';

/** Rate in hertz and number of channels (1 or 2) of the movie's sound. */
export type SoundFormat = { sampleRate: number; channels: number };

/** A piece of a source as its decoder gives it. */
export type SoundBlock = {
  /** Of the source, in hertz. */
  sampleRate: number;
  /** Sample of the source, counted from its time 0, at which the piece begins; less than 0 for what only primes a decoder. */
  position: number;
  /** One array for each channel, in the order of WAVE_FORMAT_EXTENSIBLE. */
  planes: readonly Float32Array[];
};

export type SoundStreamOptions = SoundFormat & {
  /** First sample that is read, at the movie's rate, counted from the source's time 0; may be negative. */
  start: number;
  signal: StopSignal;
};

export type SoundStream = {
  /**
   * The next `count` samples, planar; silence before the source's time 0 and behind its end.
   * @throws whatever the decoding says, or an AbortError
   */
  read(count: number): Promise<Float32Array<ArrayBuffer>[]>;
  /** Ends the decoding. */
  close(): Promise<void>;
};

/**
 * @param blocks all of a source, which is decoded from its first packet on wherever `start` lies: what a decoder carries from
 * packet to packet (overlaps, bit reservoirs, the noise that AAC fills bands with) is then the same for every start, and so
 * is every sample
 */
export function openSoundStream(blocks: AsyncGenerator<SoundBlock, void>, options: SoundStreamOptions): SoundStream {
  const { channels, signal } = options;
  let position = options.start;
  let source: DecodedSource | null = null;
  let isEnded = false;

  const decodeNext = async (): Promise<void> => {
    signal.throwIfAborted();
    const { value: block, done } = await blocks.next();
    if (done === true || block === undefined) {
      isEnded = true;
      return;
    }
    source ??= createDecodedSource(block.sampleRate, options);
    keep(block, source, channels);
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
      await blocks.return();
    },
  };
}

type DecodedSource = { queue: SampleQueue; resampler: Resampler };

function createDecodedSource(fromRate: number, { sampleRate, channels, start }: SoundStreamOptions): DecodedSource {
  const resampler = createResampler(fromRate, sampleRate);
  return { resampler, queue: createSampleQueue(channels, resampler.reach(start, 1).from) };
}

/** Priming stands before time 0 and is never heard. */
function keep({ position, planes }: SoundBlock, { queue }: DecodedSource, channels: number): void {
  const length = planes[0]?.length ?? 0;
  if (position + length <= Math.max(0, queue.to)) return;
  const heard = planes.map((plane) => plane.subarray(Math.max(0, -position)));
  queue.put(Math.max(0, position), mixChannels(heard, channels));
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
