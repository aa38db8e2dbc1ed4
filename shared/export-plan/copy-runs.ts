/** Finds the packets of a clip that can be copied so that exactly the wanted frames come out, bit for bit. */
import type { StoredVideo } from '#shared/clip/clip-facts.ts';
import type { CopiedVideo } from './plan-types.ts';

/** Packets of any codec in the order of their storing. */
export type CopyablePackets = Pick<StoredVideo, 'sizes' | 'shownFrames' | 'isSync'>;

/** Neighbouring packets whose pictures are neighbouring frames. Decoding may start with the first. */
export type CopyRun = {
  /** Position of the first packet in stored order; as many packets as frames follow. */
  firstPacket: number;
  /** Number of the first frame in the clip. */
  firstFrame: number;
  frameCount: number;
};

/**
 * For each group of pictures, the longest head of it that is wanted as it is. A packet can be copied when every packet
 * before it in its group is, so a group is copied from its key frame on or not at all; and with pictures that are stored
 * out of order a copy may end only where no earlier frame is still to come.
 * @param first first played frame, and `end` one past the last
 * @param isTouched whether a frame is changed and so can't be copied
 */
export function copyRuns(
  stored: CopyablePackets,
  first: number,
  end: number,
  isTouched: (frame: number) => boolean,
): CopyRun[] {
  const runs: CopyRun[] = [];
  for (let packet = 0; packet < stored.sizes.length;) {
    const next = nextSync(stored, packet + 1);
    const run = headOfGroup(stored, packet, next, { first, end, isTouched });
    const last = runs.at(-1);
    if (run !== null && last !== undefined && continues(last, run)) last.frameCount += run.frameCount;
    else if (run !== null) runs.push(run);
    packet = next;
  }
  return runs;
}

type Wanted = { first: number; end: number; isTouched: (frame: number) => boolean };

function headOfGroup(
  { shownFrames, isSync }: CopyablePackets,
  from: number,
  to: number,
  { first, end, isTouched }: Wanted,
): CopyRun | null {
  const firstFrame = shownFrames[from]!;
  if (isSync[from] !== 1 || firstFrame < first) return null;
  let highest = firstFrame;
  let frameCount = 0;
  for (let packet = from; packet < to; packet += 1) {
    const frame = shownFrames[packet]!;
    // An open group shows frames before its key frame, which need the group before.
    if (frame < firstFrame || frame >= end || isTouched(frame)) break;
    highest = Math.max(highest, frame);
    const packets = packet - from + 1;
    if (highest - firstFrame + 1 === packets) frameCount = packets;
  }
  return frameCount === 0 ? null : { firstPacket: from, firstFrame, frameCount };
}

function continues(run: CopyRun, next: CopyRun): boolean {
  return run.firstPacket + run.frameCount === next.firstPacket && run.firstFrame + run.frameCount === next.firstFrame;
}

function nextSync({ isSync, sizes }: CopyablePackets, from: number): number {
  const at = isSync.indexOf(1, from);
  return at < 0 ? sizes.length : at;
}

/** @param scene position in the plan's scenes */
export function copiedStretch(
  scene: number,
  startFrame: number,
  run: CopyRun,
  stored: Pick<CopyablePackets, 'sizes'> | null,
): CopiedVideo {
  const bytes = stored === null ? 0 : runBytes(stored, run);
  return { kind: 'copy', scene, startFrame, ...run, bytes, reasons: [] };
}

export function runBytes({ sizes }: Pick<CopyablePackets, 'sizes'>, { firstPacket, frameCount }: CopyRun): number {
  return sizes.subarray(firstPacket, firstPacket + frameCount).reduce((sum, size) => sum + size, 0);
}
