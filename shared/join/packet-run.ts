/** Packets that lie in one file and go into one track, one after the other. */
import type { StoredPackets } from '#shared/clip/clip-facts.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { readPackets } from './read-packets.ts';

export type PacketRun<Source extends ByteSource = ByteSource> = StoredPackets & {
  source: Source;
  /** Position of the first packet in the tables, and how many follow. */
  first: number;
  count: number;
  /** Null where the bytes stay as they are. */
  rewrite: ((packet: Uint8Array) => Uint8Array<ArrayBuffer>) | null;
  /** 1 by packet of the run where decoding may start; null where it may at all of them. */
  isSync: Uint8Array | null;
  /** Frames by which each packet's picture stands behind the run's first; null where stored order is the order of showing. */
  shown: Int32Array | null;
};

/** The same packets of sound but the first. */
export function withoutFirst<S extends ByteSource>(runs: readonly PacketRun<S>[]): PacketRun<S>[] {
  const [first, ...rest] = runs;
  if (first === undefined) return [];
  return first.count === 1 ? rest : [{ ...first, first: first.first + 1, count: first.count - 1 }, ...rest];
}

export type RunPacket = { data: Uint8Array<ArrayBuffer>; isKey: boolean };

/** The packets of a track as they stand in the movie. One's bytes hold until the next one is asked for. */
export async function* packetsOf(runs: readonly PacketRun[]): AsyncGenerator<RunPacket, void> {
  for (const { source, offsets, sizes, first, count, rewrite, isSync } of runs) {
    let packet = 0;
    for await (const data of readPackets(source, { offsets, sizes }, first, first + count)) {
      yield { data: rewrite?.(data) ?? data, isKey: isSync === null || isSync[packet] === 1 };
      packet += 1;
    }
  }
}

/** Tables of packets that lie one behind the other from the start of their file. */
export function packed(sizes: Uint32Array): StoredPackets {
  const offsets = new Float64Array(sizes.length);
  for (let at = 1; at < sizes.length; at += 1) offsets[at] = offsets[at - 1]! + sizes[at - 1]!;
  return { offsets, sizes };
}
