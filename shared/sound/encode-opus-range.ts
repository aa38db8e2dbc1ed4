/** Packets of the movie's sound as Opus, whose pieces join as if they were encoded at once. */
import { OPUS_PACKET_SAMPLES } from './opus.ts';
import { PacketsMissing, type SoundBackend } from './packet-encoder.ts';
import type { StopSignal } from '#shared/stop-signal.ts';
import type { SoundRenderer } from './render.ts';
import type { SampleRange } from './sound-content.ts';

/**
 * Encoded in front and dropped, half a second: a decoder that comes from the packets before then finds the encoder in nearly
 * the state that those left it in. RFC 7845, section 4.6, has decoders themselves settle in 80 ms.
 */
const WARM_UP_PACKETS = 25;

/** Packet m of the movie is its samples m·960 to (m + 1)·960; `to` is outside. */
export type OpusRange = { from: number; to: number };

/** What is rendered for a range: warmed up in front, and moved by what the encoder is late. */
export function fedOpusSamples({ from, to }: OpusRange, delaySamples: number): SampleRange {
  return {
    from: (from - WARM_UP_PACKETS) * OPUS_PACKET_SAMPLES + delaySamples,
    // Some encoders keep the last packet back until another one follows.
    to: (to + 1) * OPUS_PACKET_SAMPLES + delaySamples,
  };
}

/** @throws PacketsMissing, whatever encoder and renderer fail with, or an AbortError */
export async function* encodeOpusRange<Signal extends StopSignal>(
  renderer: Pick<SoundRenderer, 'render'>,
  range: OpusRange,
  backend: SoundBackend<Signal>,
  signal: Signal,
): AsyncGenerator<Uint8Array, void> {
  const fed = fedOpusSamples(range, backend.delaySamples);
  const ready: Uint8Array[] = [];
  let next = range.from - WARM_UP_PACKETS;
  const encoder = await backend.open(({ data }) => {
    if (next >= range.from && next < range.to) ready.push(data);
    next += 1;
  }, signal);
  try {
    for await (const block of renderer.render(fed.from, fed.to)) {
      signal.throwIfAborted();
      await encoder.encode(block);
      yield* ready.splice(0);
    }
    await encoder.finish();
    yield* ready.splice(0);
  } finally {
    await encoder.close();
  }
  if (next < range.to || next > range.to + 2) throw new PacketsMissing(`packets up to ${next} instead of ${range.to}`);
}
