/** Names of codecs that people know. */

/** By how the codec's own name begins (RFC 6381). */
const codecNames = {
  hev1: 'HEVC',
  hvc1: 'HEVC',
  av01: 'AV1',
  vp09: 'VP9',
  vp8: 'VP8',
  avc1: 'H.264',
  avc3: 'H.264',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  mp4a: 'AAC',
  opus: 'Opus',
  mp3: 'MP3',
  flac: 'FLAC',
  vorbis: 'Vorbis',
  alac: 'Apple Lossless',
  dts: 'DTS',
} as const;

/** Null for one that has no name here. */
export function codecName(codec = ''): string | null {
  return Object.entries(codecNames).find(([begin]) => codec.startsWith(begin))?.[1] ?? null;
}
