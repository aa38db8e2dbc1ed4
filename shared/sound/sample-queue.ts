/** Decoded samples that wait to be used: a stretch of a source, by position, that grows at its end and is cut at its head. */
export type SampleQueue = {
  /** Position of the first sample held, and one past the last. */
  readonly from: number;
  readonly to: number;
  /** What is held of each channel: a view that is good until the next call. */
  view(): Float32Array[];
  /** Puts samples at a position. What lies before the end of the queue is left out; a gap is filled with silence. */
  put(position: number, block: readonly Float32Array[]): void;
  /** Silence up to a position. */
  padTo(position: number): void;
  /** Lets go of everything before a position. */
  dropTo(position: number): void;
};

export function createSampleQueue(channels: number, start: number): SampleQueue {
  let store = Array.from({ length: channels }, () => new Float32Array(8192));
  /** Where the held samples begin in the store. */
  let head = 0;
  let from = start;
  let to = start;
  const makeRoom = (position: number): void => {
    const held = to - from;
    const needed = position - from;
    const capacity = store[0]?.length ?? 0;
    if (head + needed <= capacity) return;
    const size = Math.max(capacity, 2 * needed);
    store = store.map((channel) => {
      const next = size === channel.length ? channel : new Float32Array(size);
      next.set(channel.subarray(head, head + held));
      return next;
    });
    head = 0;
  };
  const padTo = (position: number): void => {
    if (position <= to) return;
    makeRoom(position);
    for (const channel of store) channel.fill(0, head + to - from, head + position - from);
    to = position;
  };
  return {
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    view: () => store.map((channel) => channel.subarray(head, head + to - from)),
    padTo,
    put(position, block) {
      const length = block[0]?.length ?? 0;
      if (position + length <= to) return;
      padTo(position);
      const skipped = to - position;
      makeRoom(position + length);
      store.forEach((channel, index) => channel.set(block[index]!.subarray(skipped), head + to - from));
      to = position + length;
    },
    dropTo(position) {
      const dropped = Math.min(Math.max(0, position - from), to - from);
      head += dropped;
      from += dropped;
    },
  };
}
