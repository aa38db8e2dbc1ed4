/** Brings a file that ffmpeg muxed to the model's exact form: ftyp, mdat, moov; exact edit lists, durations and packet counts. */
import { box, bytes, fullBox, type Part, rows, sequence, toBytes, u32 } from '#shared/mp4/box-parts.ts';
import { type Box, boxesIn, requireBox } from '#shared/mp4/boxes.ts';
import { viewOf } from '#shared/mp4/byte-source.ts';
import { withDuration } from '#shared/mp4/header-duration.ts';
import { trackKind } from '#shared/mp4/read-track.ts';
import { chunkTable, readSampleTable } from '#shared/mp4/sample-table.ts';
import { runTable } from '#shared/mp4/write-sample-table.ts';
import { editList } from '#shared/mp4/write-track.ts';

const MOVIE_TIMESCALE = 1000;
const FRAME_TICKS = 512;
const VIDEO_MEDIA_TIME = 1024;
const SOUND_MEDIA_TIME = 2048;
const SAMPLES_PER_PACKET = 1024;
const SAMPLE_RATE = 48_000;
const CONTAINERS: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl']);

export type MasterForm = { frames: number; framesPerSecond: number };

/** @throws RangeError for what is no MP4, Error when the muxer wrote other packets than the form has */
export function normaliseMp4(file: Uint8Array, form: MasterForm): Uint8Array {
  const view = viewOf(file);
  const top = [...boxesIn(view, 0, file.length)];
  const [ftyp, mdat, moov] = ['ftyp', 'mdat', 'moov'].map((type) => requireTop(top, type));
  if (ftyp === undefined || mdat === undefined || moov === undefined) throw new Error('The file has no movie');
  const copy = ({ start, end }: Box): Part => bytes(file.subarray(start, end));
  const durationMs = Math.round((form.frames / form.framesPerSecond) * MOVIE_TIMESCALE);
  const shift = ftyp.end - ftyp.start - mdat.start;
  const parts = Array.from(boxesIn(view, moov.body, moov.end), (child) => {
    if (child.type === 'mvhd') return withDuration(view, child, durationMs);
    if (child.type === 'udta') return sequence();
    return child.type === 'trak' ? track({ view, copy, durationMs, shift, form }, child) : copy(child);
  });
  return toBytes(sequence(copy(ftyp), copy(mdat), box('moov', ...parts)));
}

function requireTop(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((candidate) => candidate.type === type);
  if (found === undefined) throw new Error(`The file has no box ${type}`);
  return found;
}

type Context = {
  view: DataView;
  copy(child: Box): Part;
  durationMs: number;
  /** By how many bytes the media move. */
  shift: number;
  form: MasterForm;
};

function track({ view, copy, durationMs, shift, form }: Context, trak: Box): Part {
  const isVideo = trackKind(view, trak) === 'video';
  const stbl = requireBox(view, trak, 'mdia', 'minf', 'stbl');
  const { sizes, compositionOffsets } = readSampleTable(view, stbl, view.byteLength);
  const seconds = form.frames / form.framesPerSecond;
  const expected = isVideo ? form.frames : 2 + Math.ceil((seconds * SAMPLE_RATE) / SAMPLES_PER_PACKET);
  if (sizes.length !== expected)
    throw new Error(
      `Expected ${expected} ${isVideo ? 'frames' : 'sound packets'}, and the muxer wrote ${sizes.length}`,
    );
  const ticks = isVideo ? FRAME_TICKS : SAMPLES_PER_PACKET;
  const rebuild = (child: Box): Part => {
    if (CONTAINERS.has(child.type))
      return box(child.type, ...Array.from(boxesIn(view, child.body, child.end), rebuild));
    switch (child.type) {
      case 'tkhd':
        return withDuration(view, child, durationMs);
      case 'mdhd':
        return withDuration(view, child, sizes.length * ticks);
      case 'edts':
        return box(
          'edts',
          editList({ presentedTicks: durationMs, editStartTicks: isVideo ? VIDEO_MEDIA_TIME : SOUND_MEDIA_TIME }),
        );
      case 'stts':
        return runTable(
          'stts',
          sizes.map(() => ticks),
        );
      case 'ctts':
        return isVideo ? runTable('ctts', compositionOffsets.map(wholeFrames)) : copy(child);
      case 'stco':
        return movedChunks(view, stbl, shift);
      default:
        return copy(child);
    }
  };
  return rebuild(trak);
}

/** Offsets that passed through millisecond time stamps return to whole frames. */
function wholeFrames(offset: number): number {
  return Math.round(offset / FRAME_TICKS) * FRAME_TICKS;
}

function movedChunks(view: DataView, stbl: Box, shift: number): Part {
  const { count, offsetOf } = chunkTable(view, stbl);
  const table = rows(count, 4, (into, at, row) => into.setUint32(at, offsetOf(row) + shift));
  return fullBox('stco', {}, u32(count), table);
}
