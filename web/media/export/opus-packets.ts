/** The whole movie's sound as Opus, for WebM. */
import type { AacConfig } from '../probe/aac-config.ts';
import { createOpusEncoder, OPUS_SAMPLE_RATE, USUAL_PRE_SKIP, withoutPreSkip } from '../sound/encode-opus.ts';
import { samplesAt } from '../sound/sound-plan.ts';
import { runOfSegment, type PacketRun } from './packet-run.ts';
import { createLazyRenderer, soundOf, type SoundWork } from './sound-runs.ts';
import { hashOf } from './stretch-key.ts';
import type { Segment } from './segments.ts';

export type OpusSound = {
  run: PacketRun;
  /** When each packet is heard. */
  timesUs: readonly number[];
  /** The OpusHead. */
  description: Uint8Array;
  channels: number;
  /** How long a packet is, as a mean. */
  packetSeconds: number;
};

/** @throws MediaFailure, whatever the store says, or an AbortError */
export async function opusPackets(work: SoundWork, { channels }: Pick<AacConfig, 'channels'>): Promise<OpusSound> {
  const key = await hashOf({ opus: soundOf(work.movie), channels });
  const segment = (await work.segments.read(key)) ?? (await encodeAll(work, key, channels));
  const { timesUs, description, sizes } = segment.index;
  if (timesUs === null || description === null) throw new Error('The sound was kept without its times');
  const seconds = samplesAt(work.movie.frameCount, work.movie.fps, OPUS_SAMPLE_RATE) / OPUS_SAMPLE_RATE;
  return {
    run: { ...runOfSegment(segment, null), isSync: null },
    timesUs,
    description,
    channels,
    packetSeconds: seconds / Math.max(1, sizes.length),
  };
}

/**
 * The encoder is late by its pre-skip, which a WebM file by the muxer used here can't tell players. So the movie's sound is
 * fed that much early, and the stream says that nothing is to be dropped.
 */
async function encodeAll(work: SoundWork, key: string, channels: number): Promise<Segment> {
  const renderer = createLazyRenderer(work, { sampleRate: OPUS_SAMPLE_RATE, channels });
  const writer = await work.segments.write(key);
  const end = samplesAt(work.movie.frameCount, work.movie.fps, OPUS_SAMPLE_RATE);
  const endUs = (end * 1_000_000) / OPUS_SAMPLE_RATE;
  const sizes: number[] = [];
  const timesUs: number[] = [];
  const encoder = await createOpusEncoder(
    channels,
    ({ data, timestampUs }) => {
      // Behind the last picture there are only the packets that empty the encoder.
      if (timestampUs >= endUs) return;
      writer.add(data);
      sizes.push(data.length);
      timesUs.push(timestampUs);
      work.onPackets(1);
    },
    work.signal,
  );
  try {
    for await (const block of (await renderer.open()).render(USUAL_PRE_SKIP, end)) await encoder.encode(block);
    const description = withoutPreSkip((await encoder.finish()).description);
    return await writer.finish({ codec: 'opus', description, sizes, keys: [], shown: null, timesUs, sample: null });
  } finally {
    await encoder.close();
    await renderer.close();
    await writer.discard();
  }
}
