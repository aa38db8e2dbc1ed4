/** Which samples of a track are shown, in which order, and when (ISO/IEC 14496-12, 8.6). */
import type { Mp4Track } from './mp4-index.ts';

export type Presentation = {
  /** When each frame that is shown begins, in ticks of the track from the start of the movie, rising. */
  frameTimes: Float64Array;
  /** When the last of them ends: with its duration, or where the edit list ends. */
  endTicks: number;
  /** The shown frame that each sample is, from 0; -1 for those before the edit, or before time 0, and behind the edit's end. */
  shownFrames: Int32Array;
  /** Whether samples stand before what is shown: what is shown first hangs on pictures that are not. */
  hasHiddenHead: boolean;
};

/** A track with one sample entry, and an edit list of the kind that players honour, if any: its times are the movie's. */
export function isPlain({ hasSeveralEntries, hasComplexEdits }: Mp4Track): boolean {
  return !hasSeveralEntries && !hasComplexEdits;
}

/** Edit lists that are more than a delay and one stretch are left aside, and all of the media counts. */
export function presentationOf({ samples, edit }: Mp4Track): Presentation {
  const { decodeTimes, compositionOffsets, durations } = samples;
  const start = edit?.startTicks ?? 0;
  const length = edit?.durationTicks ?? Number.POSITIVE_INFINITY;
  const delay = edit?.delayTicks ?? 0;
  const times = decodeTimes.map((time, sample) => time + compositionOffsets[sample]! - start);
  const shown = new Uint32Array(times.length);
  let count = 0;
  let hasHiddenHead = false;
  for (let sample = 0; sample < times.length; sample += 1) {
    const time = times[sample]!;
    hasHiddenHead ||= time < 0;
    if (time >= 0 && time < length) shown[count++] = sample;
  }
  const order = shown.subarray(0, count).sort((a, b) => times[a]! - times[b]!);
  const shownFrames = new Int32Array(times.length).fill(-1);
  for (let frame = 0; frame < count; frame += 1) shownFrames[order[frame]!] = frame;
  const last = order.at(-1);
  const end = last === undefined ? 0 : times[last]! + durations[last]!;
  return {
    frameTimes: Float64Array.from(order, (sample) => times[sample]! + delay),
    endTicks: delay + (isCut(end, length, durations[last ?? 0] ?? 0) ? length : end),
    shownFrames,
    hasHiddenHead,
  };
}

/** An edit's length is told in ticks of the movie, which are coarser: it ends the last frame only where it takes a good part of it. */
function isCut(end: number, length: number, lastDuration: number): boolean {
  return end - length > lastDuration / 10;
}
