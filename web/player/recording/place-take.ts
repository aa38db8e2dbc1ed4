/** Where a recording belongs in the movie. Pure; seconds. */

type TakeTimes = {
  /** Of the movie, where the recording was to begin and where it ended. */
  startSeconds: number;
  endSeconds: number;
  /** What is heard of the movie at a moment of the context's clock, less that moment. */
  heardLessClock: number;
  /** Of the context's clock: when the file's first sample arrived. */
  firstSeconds: number;
  fileSeconds: number;
  /** From the microphone to the context. */
  latencySeconds: number;
  /** By how much the person wants recordings later. */
  shiftSeconds: number;
};

/** Of the file: where the movie's part of it begins and ends. */
export type TakePlace = { inSeconds: number; outSeconds: number };

export function placeTake(times: TakeTimes): TakePlace {
  const { startSeconds, endSeconds, heardLessClock, firstSeconds, fileSeconds } = times;
  const arrivesAt = startSeconds - heardLessClock + times.latencySeconds - times.shiftSeconds;
  const inSeconds = Math.max(0, arrivesAt - firstSeconds);
  const outSeconds = Math.min(fileSeconds, inSeconds + endSeconds - startSeconds);
  return { inSeconds: rounded(inSeconds), outSeconds: rounded(outSeconds) };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10_000) / 10_000;
}

/** The middle one of what was measured; a wrong reading among them doesn't count. Null where nothing was. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
