/** Packets that lie in one file and go into one track, one after the other. */
import type { StoredPackets } from '#media/probe/clip-facts.ts';
import { readPackets } from '#media/probe/read-packets.ts';
import type { Segment } from '../segments/segment-store.ts';

export type PacketRun = StoredPackets & {
  blob: Blob;
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

/** All packets of an encoded stretch. */
export function runOfSegment({ index, media }: Segment, rewrite: PacketRun['rewrite']): PacketRun {
  const sizes = Uint32Array.from(index.sizes);
  const isSync = new Uint8Array(sizes.length);
  for (const key of index.keys) isSync[key] = 1;
  const shown = index.shown === null ? null : Int32Array.from(index.shown);
  return { blob: media, ...packed(sizes), first: 0, count: sizes.length, rewrite, isSync, shown };
}

/** The same packets of sound but the first. */
export function withoutFirst(runs: readonly PacketRun[]): PacketRun[] {
  const [first, ...rest] = runs;
  if (first === undefined) return [];
  return first.count === 1 ? rest : [{ ...first, first: first.first + 1, count: first.count - 1 }, ...rest];
}

export type RunPacket = { data: Uint8Array<ArrayBuffer>; isKey: boolean };

/** The packets of a track as they stand in the movie. One's bytes hold until the next one is asked for. */
export async function* packetsOf(runs: readonly PacketRun[]): AsyncGenerator<RunPacket, void> {
  for (const { blob, offsets, sizes, first, count, rewrite, isSync } of runs) {
    let packet = 0;
    for await (const data of readPackets(blob, { offsets, sizes }, first, first + count)) {
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
