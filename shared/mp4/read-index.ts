/** Reads the index of an MP4 file (ISO/IEC 14496-12) by ranges: what is in it and where each sample lies, no media. */
import { type Box, boxAt, boxesIn, findBox, fourCharacters, requireBody, requireBox } from './boxes.ts';
import type { ByteSource } from './byte-source.ts';
import { withFragments } from './fragments.ts';
import { sampleBudget, type SampleBudget } from './growing-table.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.ts';
import { type MovieFacts, readDuration, readMovieMatrix, readTimescale, readTrack, trackKind } from './read-track.ts';
import { sampleCountOf } from './sample-table.ts';
import { readFragments, readTopLevel } from './top-level.ts';

export type ReadLimits = {
  /** Bytes of `moov`. */
  indexBytes: number;
  /** Of all tracks together. Uncompressed sound counts every sample of every second as one of its own: such tracks are no work for tables. */
  samples: number;
};

/** An index of this size would describe days of film. */
const USUAL_LIMITS: ReadLimits = { indexBytes: 1 << 28, samples: 1 << 22 };

/**
 * Null when the file is no ISO base media file, or has more samples than the limit.
 * @throws RangeError for an ISO base media file that is broken or cut off; what the source throws when it can't be read
 */
export async function readMp4Index(source: ByteSource, limits: ReadLimits = USUAL_LIMITS): Promise<Mp4Index | null> {
  const file = await readTopLevel(source, limits.indexBytes);
  if (file === null) return null;
  const { moov: view, hasContentCredentials } = file;
  const moov = boxAt(view, 0, view.byteLength);
  const mvhd = requireBox(view, moov, 'mvhd');
  const movie: MovieFacts = {
    timescale: readTimescale(view, mvhd),
    matrix: readMovieMatrix(view, mvhd),
    fileSize: source.sizeBytes,
  };
  const isFragmented = findBox(view, moov, 'mvex') !== null;
  const budget = sampleBudget(limits.samples);
  const inMoov = readTracks(view, moov, movie, budget);
  const tracks =
    inMoov !== null && isFragmented
      ? await withFragments(
          { view, moov, tracks: inMoov },
          readFragments(source, file.behindMoov),
          budget,
          source.sizeBytes,
        )
      : inMoov;
  if (tracks === null) return null;
  return {
    brands: readBrands(file.ftyp),
    tracks,
    movieTimescale: movie.timescale,
    durationTicks: readDuration(view, mvhd),
    isFragmented,
    hasContentCredentials,
  };
}

function readTracks(view: DataView, moov: Box, movie: MovieFacts, budget: SampleBudget): Mp4Track[] | null {
  const tracks: Mp4Track[] = [];
  for (const trak of boxesIn(view, moov.body, moov.end)) {
    const kind = trak.type === 'trak' ? trackKind(view, trak) : null;
    if (kind === null) continue;
    const stbl = requireBox(view, trak, 'mdia', 'minf', 'stbl');
    if (!budget.take(sampleCountOf(view, stbl, movie.fileSize))) return null;
    tracks.push(readTrack(view, trak, kind, movie));
  }
  return tracks;
}

/** Major brand, minor version, compatible brands (4.3). */
function readBrands(view: DataView): string[] {
  const ftyp = boxAt(view, 0, view.byteLength);
  requireBody(ftyp, 8);
  const brands = new Set([fourCharacters(view, ftyp.body)]);
  for (let at = ftyp.body + 8; at + 4 <= ftyp.end; at += 4) brands.add(fourCharacters(view, at));
  return [...brands];
}
