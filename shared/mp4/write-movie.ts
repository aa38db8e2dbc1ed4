/**
 * Writes the head of a movie file (ISO/IEC 14496-12) with the index in front: `ftyp`, `moov`, and the header of the
 * `mdat` that follows. Its length is known before the length of any sample is, so media may be written first.
 */
import { type AudioTrackSpec, audioTrack, presentedAudioTicks } from './audio-track.ts';
import { box, latin1, MAX_U32, type Part, sequence, toBytes, u32, u64 } from './box-parts.ts';
import { LONG_HEADER, SHORT_HEADER } from './boxes.ts';
import { type MovieMetadata, userData, xmpBox } from './metadata.ts';
import { presentedVideoTicks, type VideoTrackSpec, videoTrack } from './video-track.ts';
import { movieHeader, secondsSince1904 } from './write-track.ts';

export type MovieHeadSpec = {
  video: VideoTrackSpec;
  audio: AudioTrackSpec | null;
  metadata: MovieMetadata;
  /** In the file's order. Each holds the next samples of its track. */
  chunks: readonly { track: TrackName; sampleCount: number }[];
};

/** Bytes of each sample, in stored order. */
export type SampleSizes = Record<TrackName, Uint32Array>;

type TrackName = 'video' | 'audio';

const VIDEO_ID = 1;
const AUDIO_ID = 2;
const MAJOR_BRAND = 'isom';
const BRANDS = ['isom', 'iso2', 'mp41'];
/** Codecs that are brands, too: what reads the file may ask for them. */
const CODEC_BRANDS: readonly string[] = ['avc1', 'av01'];
const MINOR_VERSION = 512;

/**
 * The head's exact length in bytes. `isLarge` chooses 64-bit chunk offsets and a 64-bit `mdat`.
 * @throws RangeError when chunks or tables contradict the number of samples
 */
export function movieHeadSize(spec: MovieHeadSpec, isLarge: boolean): number {
  // Sizes are read when a head is written, and this one is only measured.
  const sizes = { video: new Uint32Array(0), audio: new Uint32Array(0) };
  return frontOf(spec, placesOf(spec), sizes, isLarge).size + mdatHeaderSize(isLarge);
}

/**
 * The head's bytes. The chunks lie one after the other right behind it.
 * @throws RangeError when sizes, chunks or tables contradict the number of samples, or 32 bits don't hold the positions
 */
export function writeMovieHead(spec: MovieHeadSpec, sizes: SampleSizes, isLarge: boolean): Uint8Array<ArrayBuffer> {
  requireCount('sizes of video', sizes.video.length, spec.video.sampleCount);
  requireCount('sizes of audio', sizes.audio.length, spec.audio?.packetCount ?? 0);
  const places = placesOf(spec);
  const front = frontOf(spec, places, sizes, isLarge);
  const start = front.size + mdatHeaderSize(isLarge);
  const end = placeChunks(spec.chunks, sizes, places, start);
  if (!isLarge && end > MAX_U32) throw new RangeError(`A movie of ${end} bytes needs 64-bit positions`);
  return toBytes(sequence(front, mdatHeader(end - start, isLarge)));
}

type Places = Record<TrackName, { samplesPerChunk: number[]; offsets: Float64Array }>;

/** Chunks by track; offsets are still 0. */
function placesOf({ chunks, video, audio }: MovieHeadSpec): Places {
  const ofTrack = (name: TrackName, sampleCount: number): Places[TrackName] => {
    const samplesPerChunk = chunks.filter(({ track }) => track === name).map((chunk) => chunk.sampleCount);
    if (samplesPerChunk.some((count) => count < 1)) throw new RangeError(`A chunk of ${name} has no samples`);
    requireCount(`samples in chunks of ${name}`, sum(samplesPerChunk), sampleCount);
    return { samplesPerChunk, offsets: new Float64Array(samplesPerChunk.length) };
  };
  return { video: ofTrack('video', video.sampleCount), audio: ofTrack('audio', audio?.packetCount ?? 0) };
}

/** Fills in the offsets and gives the position behind the last chunk. */
function placeChunks(chunks: MovieHeadSpec['chunks'], sizes: SampleSizes, places: Places, start: number): number {
  const next = { video: { chunk: 0, sample: 0 }, audio: { chunk: 0, sample: 0 } };
  let at = start;
  for (const { track, sampleCount } of chunks) {
    const progress = next[track];
    places[track].offsets[progress.chunk] = at;
    at += sum(sizes[track].subarray(progress.sample, progress.sample + sampleCount));
    progress.chunk += 1;
    progress.sample += sampleCount;
  }
  return at;
}

/** Everything in front of `mdat`. */
function frontOf(spec: MovieHeadSpec, places: Places, sizes: SampleSizes, isLarge: boolean): Part {
  const { video, audio, metadata } = spec;
  const createdAt = secondsSince1904(metadata.createdAt);
  const videoTicks = presentedVideoTicks(video);
  const audioTicks = audio === null ? 0 : presentedAudioTicks(audio, video.timescale);
  const placing = (id: number, name: TrackName) => ({
    id,
    createdAt,
    sizes: sizes[name],
    places: places[name],
    isLarge,
  });
  const moov = box(
    'moov',
    movieHeader({
      createdAt,
      timescale: video.timescale,
      ticks: Math.max(videoTicks, audioTicks),
      nextTrackId: AUDIO_ID + 1,
    }),
    videoTrack(video, placing(VIDEO_ID, 'video')),
    audio === null ? sequence() : audioTrack(audio, video.timescale, placing(AUDIO_ID, 'audio')),
    userData(metadata),
  );
  const ftyp = box('ftyp', latin1(MAJOR_BRAND), u32(MINOR_VERSION), latin1(brandsOf(video).join('')));
  return sequence(ftyp, moov, metadata.xmp === null ? sequence() : xmpBox(metadata.xmp));
}

function brandsOf({ codec: { format } }: VideoTrackSpec): string[] {
  return CODEC_BRANDS.includes(format) ? [...BRANDS.slice(0, -1), format, ...BRANDS.slice(-1)] : BRANDS;
}

function mdatHeaderSize(isLarge: boolean): number {
  return isLarge ? LONG_HEADER : SHORT_HEADER;
}

function mdatHeader(mediaBytes: number, isLarge: boolean): Part {
  const type = latin1('mdat');
  return isLarge
    ? sequence(u32(1), type, u64(LONG_HEADER + mediaBytes))
    : sequence(u32(SHORT_HEADER + mediaBytes), type);
}

function requireCount(name: string, count: number, wanted: number): void {
  if (count !== wanted) throw new RangeError(`There are ${count} ${name} where ${wanted} are needed`);
}

function sum(values: readonly number[] | Uint32Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
