/** Writes another index in front of a file's media: with other sync samples, and with its first picture at 0. */
import { box, bytes, type Part, sequence, toBytes, u32, u64, latin1, MAX_U32 } from './box-parts.ts';
import { type Box, boxAt, boxesIn, bytesOf, LONG_HEADER, requireBox, SHORT_HEADER } from './boxes.ts';
import type { ByteSource } from './byte-source.ts';
import { withDuration } from './header-duration.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.ts';
import { trackKind } from './read-track.ts';
import { firstEntry } from './sample-entry.ts';
import { readTopLevel } from './top-level.ts';
import { chunksOf, sampleTable } from './write-sample-table.ts';
import { editList, movieHeader } from './write-track.ts';

/** When the first picture that is shown is presented, in ticks before the edit. */
export function firstShownTicks({ samples, edit }: Mp4Track): number {
  const start = edit?.startTicks ?? Number.NEGATIVE_INFINITY;
  let first = Number.POSITIVE_INFINITY;
  samples.decodeTimes.forEach((time, sample) => {
    const shown = time + samples.compositionOffsets[sample]!;
    if (shown >= start && shown < first) first = shown;
  });
  return Number.isFinite(first) ? first : 0;
}

/**
 * The head of the file to be played, and the range of the old file that follows it. Null for a file that is no MP4.
 * @param index of the file; `video` is its picture, which `isSync` belongs to
 * @throws RangeError for an index that is broken or cut off
 */
export async function writePlaybackHead(
  source: ByteSource,
  index: Mp4Index,
  { video, isSync }: { video: Mp4Track; isSync: Uint8Array },
): Promise<{ head: Uint8Array<ArrayBuffer>; from: number; to: number } | null> {
  const file = await readTopLevel(source);
  if (file === null) return null;
  const { moov: view } = file;
  const origin = {
    ticks: (video.edit?.delayTicks ?? 0) + firstShownTicks(video) - (video.edit?.startTicks ?? 0),
    video,
  };
  const traks = [...traksOf(view, index.tracks)].flatMap(({ trak, track }) => {
    const timing = timingOf(track, origin);
    // Sound that ends before the first picture is never heard.
    return timing.presentedTicks > 0
      ? [{ view, trak, track, timing, isSync: track.id === video.id ? isSync : track.samples.isSync }]
      : [];
  });
  const from = traks.reduce((least, { track }) => leastOf(least, track.samples.offsets), Number.POSITIVE_INFINITY);
  const to = traks.reduce((most, { track }) => Math.max(most, endOf(track)), 0);
  const isLarge = to - from > MAX_U32 / 2;
  const front = (shift: number): Part =>
    sequence(
      bytes(bytesOf(file.ftyp, 0, file.ftyp.byteLength)),
      movie(traks, video.timescale, shift, isLarge),
      isLarge
        ? sequence(u32(1), latin1('mdat'), u64(LONG_HEADER + to - from))
        : sequence(u32(SHORT_HEADER + to - from), latin1('mdat')),
    );
  return { head: toBytes(front(front(0).size - from)), from, to };
}

type Trak = {
  view: DataView;
  trak: Box;
  track: Mp4Track;
  timing: Timing;
  isSync: Uint8Array;
};

function* traksOf(view: DataView, tracks: readonly Mp4Track[]): Generator<{ trak: Box; track: Mp4Track }> {
  const moov = boxAt(view, 0, view.byteLength);
  const boxes = [...boxesIn(view, moov.body, moov.end)].filter(
    (trak) => trak.type === 'trak' && trackKind(view, trak) !== null,
  );
  for (const [at, trak] of boxes.entries()) {
    const track = tracks[at];
    if (track !== undefined && track.samples.sizes.length > 0) yield { trak, track };
  }
}

function leastOf(least: number, offsets: Float64Array): number {
  return offsets.reduce((a, b) => Math.min(a, b), least);
}

function endOf({ samples: { offsets, sizes } }: Mp4Track): number {
  return offsets.reduce((end, offset, sample) => Math.max(end, offset + sizes[sample]!), 0);
}

/** Ticks of the track. */
type Timing = {
  /** Nothing is shown or heard for so long. */
  delayTicks: number;
  /** Presentation time of what is shown first, by the offsets that are written. */
  startTicks: number;
  presentedTicks: number;
  mediaTicks: number;
  /** Presentation time minus decoding time, 0 or more. */
  compositionOffsets: Int32Array;
};

/** The track's times when those of the file begin at the first picture. */
function timingOf(track: Mp4Track, origin: { ticks: number; video: Mp4Track }): Timing {
  const { samples, edit, timescale } = track;
  const earliest = samples.compositionOffsets.reduce((a, b) => Math.min(a, b), 0);
  const ends = samples.decodeTimes.map((time, at) => time + samples.compositionOffsets[at]! + samples.durations[at]!);
  const mediaEnd = ends.reduce((a, b) => Math.max(a, b), 0);
  const start = edit?.startTicks ?? 0;
  const cut = Math.round((origin.ticks * timescale) / origin.video.timescale) - (edit?.delayTicks ?? 0);
  return {
    delayTicks: Math.max(0, -cut),
    startTicks: start + Math.max(0, cut) - earliest,
    presentedTicks: Math.min(edit?.durationTicks ?? mediaEnd - start, mediaEnd - start) - Math.max(0, cut),
    mediaTicks: samples.durations.reduce((a, b) => a + b, 0),
    compositionOffsets: samples.compositionOffsets.map((offset) => offset - earliest),
  };
}

function movie(traks: readonly Trak[], timescale: number, shift: number, isLarge: boolean): Part {
  const inMovie = ({ track, timing }: Trak): number =>
    Math.round(((timing.delayTicks + timing.presentedTicks) * timescale) / track.timescale);
  return box(
    'moov',
    movieHeader({
      createdAt: 0,
      timescale,
      ticks: Math.max(...traks.map(inMovie)),
      nextTrackId: Math.max(...traks.map(({ track }) => track.id)) + 1,
    }),
    ...traks.map((trak) => trakBox(trak, timescale, inMovie(trak), shift, isLarge)),
  );
}

function trakBox(trak: Trak, movieTimescale: number, movieTicks: number, shift: number, isLarge: boolean): Part {
  const { view, track, timing } = trak;
  const mdia = requireBox(view, trak.trak, 'mdia');
  const minf = requireBox(view, mdia, 'minf');
  const toMovie = (ticks: number): number => Math.round((ticks * movieTimescale) / track.timescale);
  return box(
    'trak',
    withDuration(view, requireBox(view, trak.trak, 'tkhd'), movieTicks),
    box(
      'edts',
      editList({
        delayTicks: toMovie(timing.delayTicks),
        presentedTicks: toMovie(timing.presentedTicks),
        editStartTicks: timing.startTicks,
      }),
    ),
    box(
      'mdia',
      withDuration(view, requireBox(view, mdia, 'mdhd'), timing.mediaTicks),
      ...childrenBut(view, mdia, ['mdhd', 'minf']),
      box('minf', ...childrenBut(view, minf, ['stbl']), tableBox(trak, minf, shift, isLarge)),
    ),
  );
}

function tableBox({ view, track, timing, isSync }: Trak, minf: Box, shift: number, isLarge: boolean): Part {
  const { samples } = track;
  const { entry } = firstEntry(view, requireBox(view, minf, 'stbl', 'stsd'));
  return sampleTable({
    entry: bytes(bytesOf(view, entry.start, entry.end)),
    sampleCount: samples.sizes.length,
    sampleDuration: samples.durations,
    compositionOffsets: track.kind === 'video' ? timing.compositionOffsets : null,
    isSync,
    sizes: samples.sizes,
    places: chunksOf({ offsets: samples.offsets.map((offset) => offset + shift), sizes: samples.sizes }),
    isLarge,
    rollDistance: 0,
  });
}

function* childrenBut(view: DataView, parent: Box, types: readonly string[]): Generator<Part> {
  for (const child of boxesIn(view, parent.body, parent.end))
    if (!types.includes(child.type)) yield bytes(bytesOf(view, child.start, child.end));
}
