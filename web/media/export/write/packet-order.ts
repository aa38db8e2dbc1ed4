/** In which order the packets of two tracks stand in the file, and as which chunks. */
import type { PacketRun } from './packet-run.ts';

/** Packets of one track that follow each other in the file, all of one run. */
export type PacketGroup = {
  track: 'video' | 'audio';
  run: PacketRun;
  /** Positions in the run, from one to one past the last. */
  from: number;
  to: number;
};

export type Track = { runs: readonly PacketRun[]; packetSeconds: number };

/** How far one track may stand ahead of the other in the file. Players read both at once. */
const LEAD_SECONDS = 0.5;
/** The same where both lie in one file, whose own order is kept, so that it is read and copied in large pieces. */
const SAME_FILE_LEAD_SECONDS = 2;

/** Every packet of both tracks once, each track in its order. */
export function packetOrder(video: Track, audio: Track | null): PacketGroup[] {
  const groups: PacketGroup[] = [];
  const pictures = createCursor('video', video);
  const sound = createCursor('audio', audio ?? { runs: [], packetSeconds: 1 });
  let current = pictures;
  let written: Place = { blob: null, end: 0 };
  while (!pictures.isAtEnd() || !sound.isAtEnd()) {
    const other = current === pictures ? sound : pictures;
    if (current.isAtEnd() || (!other.isAtEnd() && shouldSwitch(current, other, written))) current = other;
    written = current.place();
    append(groups, current.take());
  }
  return groups;
}

/** One past the last byte of a packet. */
type Place = { blob: Blob | null; end: number };

/** Whether the other track's next packet goes first. */
function shouldSwitch(current: Cursor, other: Cursor, written: Place): boolean {
  const lead = current.seconds() - other.seconds();
  if (Math.abs(lead) > SAME_FILE_LEAD_SECONDS) return lead > 0;
  // What follows in the file that was read last is taken with it.
  if (other.follows(written)) return true;
  if (current.run().blob !== other.run().blob) return lead > LEAD_SECONDS;
  return other.offset() < current.offset();
}

type Cursor = {
  isAtEnd(): boolean;
  run(): PacketRun;
  offset(): number;
  /** Where the next packet ends. */
  place(): Place;
  /** Whether the next packet lies right behind a place. */
  follows(place: Place): boolean;
  /** When the next packet is due. */
  seconds(): number;
  take(): PacketGroup;
};

function createCursor(track: PacketGroup['track'], { runs, packetSeconds }: Track): Cursor {
  const filled = runs.filter(({ count }) => count > 0);
  let index = 0;
  let at = 0;
  let taken = 0;
  const run = (): PacketRun => {
    const current = filled[index];
    if (current === undefined) throw new RangeError('There are no more packets');
    return current;
  };
  const offset = (): number => run().offsets[run().first + at]!;
  return {
    isAtEnd: () => index >= filled.length,
    run,
    offset,
    place() {
      const { blob, first, sizes } = run();
      return { blob, end: offset() + sizes[first + at]! };
    },
    follows: ({ blob, end }) => run().blob === blob && offset() === end,
    seconds: () => taken * packetSeconds,
    take() {
      const current = run();
      const group = { track, run: current, from: at, to: at + 1 };
      at += 1;
      taken += 1;
      if (at === current.count) [index, at] = [index + 1, 0];
      return group;
    },
  };
}

function append(groups: PacketGroup[], group: PacketGroup): void {
  const last = groups.at(-1);
  if (last?.run === group.run && last.track === group.track && last.to === group.from) last.to = group.to;
  else groups.push(group);
}
