/** In which order the packets of a track are shown. */
import type { Mp4Track } from '#shared/mp4/mp4-index.ts';

/** A track with one sample entry whose edit list only says where it begins. */
export function isPlain({ hasSeveralEntries, hasComplexEdits, edit }: Mp4Track): boolean {
  return !hasSeveralEntries && !hasComplexEdits && (edit === null || edit.delayTicks === 0);
}

export type Order = {
  /** Ticks from the start of the edit, rising. */
  frameTimes: number[];
  shownFrames: Int32Array;
  /** Whether packets stand before the edit: what is shown first hangs on pictures that are not. */
  hasHiddenHead: boolean;
};

/** Numbers the packets by their times of presentation; those before the edit and behind its end have no number. */
export function presentationOrder({ samples, edit }: Mp4Track): Order {
  const start = edit?.startTicks ?? 0;
  const end = edit?.durationTicks ?? Number.POSITIVE_INFINITY;
  const timeOf = (packet: number): number => samples.decodeTimes[packet]! + samples.compositionOffsets[packet]! - start;
  const packets = [...samples.sizes.keys()];
  const shown = packets
    .filter((packet) => timeOf(packet) >= 0 && timeOf(packet) < end)
    .toSorted((a, b) => timeOf(a) - timeOf(b));
  const shownFrames = new Int32Array(samples.sizes.length).fill(-1);
  shown.forEach((packet, frame) => (shownFrames[packet] = frame));
  return { frameTimes: shown.map(timeOf), shownFrames, hasHiddenHead: packets.some((packet) => timeOf(packet) < 0) };
}
