/** Packets of the movie's sound, in step with packets that are copied beside them. */
import { SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import { PacketsMissing, type SoundBackend } from './packet-encoder.ts';
import type { StopSignal } from '#shared/stop-signal.ts';
import type { SoundRenderer } from './render.ts';
import type { SampleRange } from './sound-content.ts';

/** Encoded in front and dropped, so that the encoder has settled on the sound when the first wanted packet begins. */
const WARM_UP_PACKETS = 4;

export type AacRange = {
  /** Number in the movie: packet m, decoded behind packet m − 1, is the movie's samples m·1024 to (m + 1)·1024. */
  fromPacket: number;
  packetCount: number;
};

/**
 * What is rendered for a range: warmed up in front, and as much longer as the encoder is late. Of that, whole packets are
 * dropped, and the rest is made up for by starting off the grid.
 */
export function fedSamples({ fromPacket, packetCount }: AacRange, delaySamples: number): SampleRange {
  const { latePackets, lateSamples } = lateness(delaySamples);
  const firstFed = fromPacket - 1 - WARM_UP_PACKETS;
  const from = firstFed * SAMPLES_PER_PACKET + lateSamples;
  return { from, to: from + (fromPacket + packetCount - firstFed + latePackets) * SAMPLES_PER_PACKET };
}

function lateness(delaySamples: number): { latePackets: number; lateSamples: number } {
  return {
    latePackets: Math.floor(delaySamples / SAMPLES_PER_PACKET),
    lateSamples: delaySamples % SAMPLES_PER_PACKET,
  };
}

/**
 * Yields the packets `fromPacket` − 1 to `fromPacket` + `packetCount` − 1. The one in front replaces its copied namesake,
 * because a packet is heard whole only behind one of the same encoder; for packet 0 it is the movie's priming packet.
 * Sound around the range is rendered too, so packets at its edges fit to copied neighbours.
 * @throws PacketsMissing, whatever encoder and renderer fail with, or an AbortError
 */
export async function* encodeAacRange<Signal extends StopSignal>(
  renderer: Pick<SoundRenderer, 'render'>,
  { fromPacket, packetCount }: AacRange,
  backend: SoundBackend<Signal>,
  signal: Signal,
): AsyncGenerator<Uint8Array, void> {
  const firstWanted = fromPacket - 1;
  const lastWanted = fromPacket + packetCount - 1;
  const { from, to } = fedSamples({ fromPacket, packetCount }, backend.delaySamples);
  const ready: Uint8Array[] = [];
  let next = firstWanted - WARM_UP_PACKETS - lateness(backend.delaySamples).latePackets;
  let given = 0;
  const encoder = await backend.open(({ data }) => {
    if (next >= firstWanted && next <= lastWanted) ready.push(data);
    next += 1;
  }, signal);
  try {
    for await (const block of renderer.render(from, to)) {
      signal.throwIfAborted();
      await encoder.encode(block);
      given += ready.length;
      yield* ready.splice(0);
    }
    await encoder.finish();
    given += ready.length;
    yield* ready.splice(0);
  } finally {
    await encoder.close();
  }
  if (given !== packetCount + 1) throw new PacketsMissing(`${given} packets instead of ${packetCount + 1}`);
}
