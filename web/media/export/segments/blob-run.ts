/** Packets that lie in a Blob, whose ranges the browser copies by itself. */
import { packed, type PacketRun } from '#shared/join/packet-run.ts';
import { blobSource, type HeldSource } from '#shared/mp4/byte-source.ts';
import type { Segment } from './segment-store.ts';

export type BlobRun = PacketRun<HeldSource<Blob>>;

/** All packets of an encoded stretch. */
export function runOfSegment({ index, media }: Segment, rewrite: BlobRun['rewrite']): BlobRun {
  const sizes = Uint32Array.from(index.sizes);
  const isSync = new Uint8Array(sizes.length);
  for (const key of index.keys) isSync[key] = 1;
  const shown = index.shown === null ? null : Int32Array.from(index.shown);
  return { source: blobSource(media), ...packed(sizes), first: 0, count: sizes.length, rewrite, isSync, shown };
}
