/**
 * Holds the index of a finished MP4 against the packets that were to be written and against what its headers say. What
 * the packets themselves hold is compared by `compare-bytes.ts`.
 */
import { frameTimeUs } from '#shared/movie/time.ts';
import { sameBytes } from '#shared/bytes.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import type { Mp4Index, Mp4Track } from '#shared/mp4/mp4-index.ts';
import type { StopSignal } from '#shared/stop-signal.ts';
import type { PlacedRun } from './compare-bytes.ts';
import { expect } from './expect.ts';
import type { PacketRun } from './packet-run.ts';
import type { ExportPlan } from '#shared/export-plan/plan-types.ts';

/** All packets of a file by track, in its order. */
export type WrittenPackets<S extends ByteSource = ByteSource> = {
  video: readonly PacketRun<S>[];
  audio: readonly PacketRun<S>[];
};

/** What of the plan the index has to agree with. */
export type PlannedForm = Pick<ExportPlan, 'target' | 'fps' | 'frameCount'>;

/** Sound may end this much before or after the picture; packets are 20 to 21 ms long. */
export const SOUND_TOLERANCE_US = 25_000;

/** @throws MovieDiffers, or an AbortError */
export async function checkIndex(
  file: ByteSource,
  index: Mp4Index,
  { plan, packets, signal }: { plan: PlannedForm; packets: WrittenPackets; signal: StopSignal },
): Promise<void> {
  checkLengths(index, plan);
  checkPlaces(index, file.sizeBytes);
  for (const track of index.tracks) {
    checkDecodeTimes(track);
    const runs = packets[track.kind];
    checkSamples(track, runs);
    await checkRewritten(file, track, runs, signal);
  }
}

/** Players stop where headers say, whatever media lies behind. */
function checkLengths(
  { durationTicks, movieTimescale, tracks }: Mp4Index,
  { target, fps, frameCount }: PlannedForm,
): void {
  const movieUs = frameTimeUs(frameCount, fps);
  const offUs = (ticks: number, timescale: number): number => Math.abs((ticks * 1_000_000) / timescale - movieUs);
  expect(offUs(durationTicks, movieTimescale) <= SOUND_TOLERANCE_US, 'the file says another length');
  for (const { kind, entry, edit, timescale, samples, durationTicks: mediaTicks } of tracks) {
    const endTicks = (samples.decodeTimes.at(-1) ?? 0) + (samples.durations.at(-1) ?? 0);
    // Where times are rounded to ticks one may be lost.
    expect(Math.abs(mediaTicks - endTicks) <= 1, `the ${kind} says another length than its packets have`);
    const tolerance = kind === 'video' ? frameTimeUs(1, fps) / 2 : SOUND_TOLERANCE_US;
    if (edit !== null && edit.durationTicks !== null)
      expect(offUs(edit.durationTicks, timescale) <= tolerance, `the edit list cuts the ${kind} off`);
    if (entry.kind === 'video')
      expect(
        entry.displayWidth === target.width && entry.displayHeight === target.height,
        `the picture is shown at ${entry.displayWidth}×${entry.displayHeight}`,
      );
  }
}

/** Packets fill the file from the first one to its end: one that is sought elsewhere leaves a gap, or lies over another. */
function checkPlaces({ tracks }: Mp4Index, fileSize: number): void {
  const places = tracks.flatMap(({ samples: { offsets, sizes } }) =>
    Array.from(offsets, (start, packet) => ({ start, end: start + sizes[packet]! })),
  );
  // One without bytes stands where the next one starts.
  places.sort((a, b) => a.start - b.start || a.end - b.end);
  const at = places.findIndex(({ end }, place) => end !== (places[place + 1]?.start ?? fileSize));
  expect(at < 0, `the packets do not follow each other at byte ${places[at]?.end}`);
}

/** Decode times must rise: players bend the times of a file where they do not, and say nothing. */
function checkDecodeTimes({ samples: { decodeTimes }, kind }: Mp4Track): void {
  const at = decodeTimes.findIndex((ticks, packet) => packet > 0 && ticks <= decodeTimes[packet - 1]!);
  expect(at < 0, `the decode times of the ${kind} do not rise at ${at}`);
}

/** Sizes, but of packets that were rewritten, and where decoding may start. */
function checkSamples({ samples, kind }: Mp4Track, runs: readonly PacketRun[]): void {
  const planned = runs.reduce((sum, { count }) => sum + count, 0);
  expect(samples.sizes.length === planned, `there are ${samples.sizes.length} packets of ${kind} for ${planned}`);
  let at = 0;
  for (const { first, count, sizes, isSync, rewrite } of runs) {
    for (let packet = 0; packet < count; packet += 1, at += 1) {
      const isSized = rewrite !== null || samples.sizes[at] === sizes[first + packet];
      if (!isSized) expect(false, `packet ${at} of the ${kind} has ${samples.sizes[at]} bytes`);
      const isKey = isSync === null || isSync[packet] === 1;
      if ((samples.isSync[at] === 1) !== isKey)
        expect(false, `packet ${at} of the ${kind} is wrongly listed as a start`);
    }
  }
}

/** The runs whose packets are to stand in the movie byte for byte, and where its index has them. */
export function placedRuns({ tracks }: Mp4Index, packets: WrittenPackets): PlacedRun[] {
  return tracks.flatMap(({ kind, samples }) => {
    let start = 0;
    return packets[kind].flatMap((run): PlacedRun[] => {
      const firstPacket = start;
      start += run.count;
      if (run.rewrite !== null) return [];
      return [{ kind, run, firstPacket, offsets: samples.offsets.subarray(firstPacket, start) }];
    });
  });
}

/** The first and the last packet of each run that was rewritten: what lies between follows them without a gap, and is decoded. */
async function checkRewritten(
  file: ByteSource,
  { samples, kind }: Mp4Track,
  runs: readonly PacketRun[],
  signal: StopSignal,
): Promise<void> {
  let start = 0;
  for (const { source, first, count, offsets, sizes, rewrite } of runs) {
    signal.throwIfAborted();
    const ends = rewrite === null ? [] : [...new Set([0, count - 1])];
    await Promise.all(
      ends.map(async (packet) => {
        const at = start + packet;
        const [wanted, found] = await Promise.all([
          bytesOf(source, offsets[first + packet]!, sizes[first + packet]!),
          bytesOf(file, samples.offsets[at]!, samples.sizes[at]!),
        ]);
        expect(sameBytes(rewrite?.(wanted) ?? wanted, found), `packet ${at} of the ${kind} has other bytes`);
      }),
    );
    start += count;
  }
}

async function bytesOf(source: ByteSource, offset: number, size: number): Promise<Uint8Array> {
  return await source.read(offset, offset + size);
}
