/** In which order the packets of two tracks stand in the file, and as which chunks. */
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import type { PacketRun } from './packet-run.ts';

/** Packets of one track that follow each other in the file, all of one run. */
export type PacketGroup<S extends ByteSource = ByteSource> = {
  track: 'video' | 'audio';
  run: PacketRun<S>;
  /** Positions in the run, from one to one past the last. */
  from: number;
  to: number;
};

export type Track<S extends ByteSource = ByteSource> = { runs: readonly PacketRun<S>[]; packetSeconds: number };

/** How far one track may stand ahead of the other in the file. Players read both at once. */
const LEAD_SECONDS = 0.5;
/** The same where both lie in one file, whose own order is kept, so that it is read and copied in large pieces. */
const SAME_FILE_LEAD_SECONDS = 2;

/** Every packet of both tracks once, each track in its order. */
export function packetOrder<S extends ByteSource>(video: Track<S>, audio: Track<S> | null): PacketGroup<S>[] {
  const groups: PacketGroup<S>[] = [];
  const pictures = createCursor('video', video);
  const sound = createCursor<S>('audio', audio ?? { runs: [], packetSeconds: 1 });
  let current = pictures;
  let written: Place = { source: null, end: 0 };
  while (!pictures.isAtEnd() || !sound.isAtEnd()) {
    const other = current === pictures ? sound : pictures;
    if (current.isAtEnd() || (!other.isAtEnd() && shouldSwitch(current, other, written))) current = other;
    written = current.place();
    append(groups, current.take());
  }
  return groups;
}

/** One past the last byte of a packet. */
type Place = { source: ByteSource | null; end: number };

/** Whether the other track's next packet goes first. */
function shouldSwitch(current: Cursor<ByteSource>, other: Cursor<ByteSource>, written: Place): boolean {
  const lead = current.seconds() - other.seconds();
  if (Math.abs(lead) > SAME_FILE_LEAD_SECONDS) return lead > 0;
  // What follows in the file that was read last is taken with it.
  if (other.follows(written)) return true;
  if (current.run().source !== other.run().source) return lead > LEAD_SECONDS;
  return other.offset() < current.offset();
}

type Cursor<S extends ByteSource> = {
  isAtEnd(): boolean;
  run(): PacketRun<S>;
  offset(): number;
  /** Where the next packet ends. */
  place(): Place;
  /** Whether the next packet lies right behind a place. */
  follows(place: Place): boolean;
  /** When the next packet is due. */
  seconds(): number;
  take(): PacketGroup<S>;
};

function createCursor<S extends ByteSource>(track: PacketGroup['track'], { runs, packetSeconds }: Track<S>): Cursor<S> {
  const filled = runs.filter(({ count }) => count > 0);
  let index = 0;
  let at = 0;
  let taken = 0;
  const run = (): PacketRun<S> => {
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
      const { source, first, sizes } = run();
      return { source, end: offset() + sizes[first + at]! };
    },
    follows: ({ source, end }) => run().source === source && offset() === end,
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

function append<S extends ByteSource>(groups: PacketGroup<S>[], group: PacketGroup<S>): void {
  const last = groups.at(-1);
  if (last?.run === group.run && last.track === group.track && last.to === group.from) last.to = group.to;
  else groups.push(group);
}
