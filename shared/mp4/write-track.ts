/** Writes the boxes that hold a track together (ISO/IEC 14496-12, 8.3 to 8.6): headers, edit list, handler. */
import {
  box,
  fixed16,
  fullBox,
  latin1,
  MAX_U32,
  type Part,
  sequence,
  u16,
  u32,
  u64,
  utf8,
  zeros,
} from './box-parts.ts';

export type TrackSpec = {
  id: number;
  /** Seconds since 1904. */
  createdAt: number;
  /** What is presented after the edit, in ticks of the movie. */
  presentedTicks: number;
  /** Ticks a second of the track. */
  timescale: number;
  /** All samples, in ticks of the track. */
  mediaTicks: number;
  /** Presentation time of the first thing presented, in ticks of the track. */
  editStartTicks: number;
  sampleTable: Part;
  /** Pixels; null for sound. */
  picture: { width: number; height: number } | null;
};

/** Seconds from the start of 1904, from which these files count, to that of 1970. */
const SECONDS_1904_TO_1970 = 2_082_844_800;
const IN_MOVIE_AND_ENABLED = 3;
/** The letters u, n, d in five bits each: undetermined. */
const UNDETERMINED_LANGUAGE = 0x55c4;
const IDENTITY_MATRIX = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
const FULL_VOLUME = 0x100;
const MAX_I32 = 0x7fff_ffff;

/** Seconds since 1904 from milliseconds since 1970. */
export function secondsSince1904(ms: number): number {
  return Math.floor(ms / 1000) + SECONDS_1904_TO_1970;
}

export function track(spec: TrackSpec): Part {
  return box('trak', trackHeader(spec), box('edts', editList(spec)), media(spec));
}

/** Times and duration decide the version, which is 0 as long as 32 bits hold them. */
export function movieHeader(spec: { createdAt: number; timescale: number; ticks: number; nextTrackId: number }): Part {
  const version = versionFor(spec.createdAt, spec.ticks);
  return fullBox(
    'mvhd',
    { version },
    wide(version, spec.createdAt, spec.createdAt),
    u32(spec.timescale),
    wide(version, spec.ticks),
    fixed16(1),
    u16(FULL_VOLUME),
    zeros(10),
    u32(...IDENTITY_MATRIX),
    zeros(24),
    u32(spec.nextTrackId),
  );
}

function trackHeader({ id, createdAt, presentedTicks, picture }: TrackSpec): Part {
  const version = versionFor(createdAt, presentedTicks);
  return fullBox(
    'tkhd',
    { version, flags: IN_MOVIE_AND_ENABLED },
    wide(version, createdAt, createdAt),
    u32(id, 0),
    wide(version, presentedTicks),
    zeros(12),
    u16(picture === null ? FULL_VOLUME : 0, 0),
    u32(...IDENTITY_MATRIX),
    fixed16(picture?.width ?? 0, picture?.height ?? 0),
  );
}

/** One edit: what is presented, and from where; in front of it an empty one where nothing is presented first. */
export function editList({
  presentedTicks,
  editStartTicks,
  delayTicks = 0,
}: Pick<TrackSpec, 'presentedTicks' | 'editStartTicks'> & {
  /** Ticks of the movie. */
  delayTicks?: number;
}): Part {
  const version = Math.max(presentedTicks, delayTicks) > MAX_U32 || editStartTicks > MAX_I32 ? 1 : 0;
  const noMedia = version === 1 ? u32(MAX_U32, MAX_U32) : u32(MAX_U32);
  const delay = delayTicks === 0 ? sequence() : sequence(wide(version, delayTicks), noMedia, fixed16(1));
  const shown = sequence(wide(version, presentedTicks, editStartTicks), fixed16(1));
  return fullBox('elst', { version }, u32(delayTicks === 0 ? 1 : 2), delay, shown);
}

function media(spec: TrackSpec): Part {
  const version = versionFor(spec.createdAt, spec.mediaTicks);
  const isVideo = spec.picture !== null;
  return box(
    'mdia',
    fullBox(
      'mdhd',
      { version },
      wide(version, spec.createdAt, spec.createdAt),
      u32(spec.timescale),
      wide(version, spec.mediaTicks),
      u16(UNDETERMINED_LANGUAGE, 0),
    ),
    handler(isVideo ? 'vide' : 'soun', isVideo ? 'Video' : 'Sound'),
    box(
      'minf',
      isVideo ? fullBox('vmhd', { flags: 1 }, zeros(8)) : fullBox('smhd', {}, zeros(4)),
      dataInformation(),
      spec.sampleTable,
    ),
  );
}

function handler(type: string, name: string): Part {
  return fullBox('hdlr', {}, zeros(4), latin1(type), zeros(12), utf8(`${name}\0`));
}

/** The media lies in this file. */
function dataInformation(): Part {
  return box('dinf', fullBox('dref', {}, u32(1), fullBox('url ', { flags: 1 })));
}

function versionFor(...values: number[]): 0 | 1 {
  return values.some((value) => value > MAX_U32) ? 1 : 0;
}

function wide(version: 0 | 1, ...values: number[]): Part {
  return version === 1 ? u64(...values) : u32(...values);
}
