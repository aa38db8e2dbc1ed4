/** Packets that are taken out of a file, laid one behind the other. */
import type { StoredPackets } from '#shared/clip/clip-facts.ts';

/** Bytes that are gathered before they become a Blob, which the browser keeps outside of this process. */
const GATHERED_BYTES = 4 << 20;

/** Gathers packets one behind the other. */
export function createPacketStore(): {
  add(packet: Uint8Array<ArrayBuffer>): void;
  finish(): { media: Blob; stored: StoredPackets };
} {
  const parts: Blob[] = [];
  const offsets: number[] = [];
  const sizes: number[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let gatheredBytes = 0;
  let at = 0;
  const settle = (): void => {
    parts.push(new Blob(gathered));
    gathered = [];
    gatheredBytes = 0;
  };
  return {
    add(packet) {
      offsets.push(at);
      sizes.push(packet.length);
      at += packet.length;
      gathered.push(packet);
      gatheredBytes += packet.length;
      if (gatheredBytes >= GATHERED_BYTES) settle();
    },
    finish() {
      settle();
      return {
        media: new Blob(parts),
        stored: { offsets: Float64Array.from(offsets), sizes: Uint32Array.from(sizes) },
      };
    },
  };
}

/** The frame that each packet shows, by its time; -1 where it is never shown. Packets may stand before what is shown. */
export function numbered(
  timesUs: readonly number[],
  frameTimesUs: readonly number[],
): { shownFrames: Int32Array; hasHiddenHead: boolean } {
  const frameAt = new Map(frameTimesUs.map((us, frame) => [us, frame]));
  const firstUs = frameTimesUs[0] ?? 0;
  return {
    shownFrames: Int32Array.from(timesUs, (us) => frameAt.get(us) ?? -1),
    hasHiddenHead: timesUs.some((us) => us < firstUs),
  };
}
