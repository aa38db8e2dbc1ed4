/** What a file is, by its first bytes: neither its name nor the type that a browser tells is believed. */
import type { OwnFileKind, OwnFileType } from '../entities/own-file.ts';
import { containerWords } from './words.ts';

/** So many bytes of a file's beginning are enough, unless a tag with a picture stands in front. */
export const SNIFFED_BYTES = 4_096;

type Container = {
  /** As people call it. */
  name: string;
  /** What it may be used as, and under which type it is then served. */
  types: Partial<Record<OwnFileKind, OwnFileType>>;
};

const CONTAINERS = {
  mp4: { name: 'MP4', types: { clip: 'video/mp4', sound: 'audio/mp4' } },
  mov: { name: 'MOV', types: { clip: 'video/quicktime', sound: 'audio/mp4' } },
  m4a: { name: 'M4A', types: { sound: 'audio/mp4' } },
  webm: { name: 'WebM', types: { clip: 'video/webm', sound: 'audio/webm' } },
  matroska: { name: 'MKV', types: { clip: 'video/x-matroska' } },
  jpeg: { name: 'JPEG', types: { picture: 'image/jpeg' } },
  png: { name: 'PNG', types: { picture: 'image/png' } },
  webp: { name: 'WebP', types: { picture: 'image/webp' } },
  avif: { name: 'AVIF', types: { picture: 'image/avif' } },
  mp3: { name: 'MP3', types: { sound: 'audio/mpeg' } },
  aac: { name: 'AAC', types: { sound: 'audio/aac' } },
  wav: { name: 'WAV', types: { sound: 'audio/wav' } },
  flac: { name: 'FLAC', types: { sound: 'audio/flac' } },
  ogg: { name: containerWords.ogg, types: { sound: 'audio/ogg' } },
  // Known by name, so that a sentence can say what would help.
  heic: { name: 'HEIC', types: {} },
  gif: { name: 'GIF', types: {} },
  avi: { name: 'AVI', types: {} },
  ogv: { name: containerWords.oggVideo, types: {} },
  tiff: { name: 'TIFF', types: {} },
  mpegTs: { name: 'MPEG-TS', types: {} },
  pdf: { name: 'PDF', types: {} },
} satisfies Record<string, Container>;
export type ContainerId = keyof typeof CONTAINERS;

export function containerName(id: ContainerId): string {
  return CONTAINERS[id].name;
}

/** The type that a file of this container has when it is used as a kind; null when it can't be. */
export function typeAs(id: ContainerId, kind: OwnFileKind): OwnFileType | null {
  const { types }: Container = CONTAINERS[id];
  return types[kind] ?? null;
}

/** What a file is unless its tracks say otherwise: a container for pictures and sound may hold sound alone. */
export function likelyKind(id: ContainerId): OwnFileKind | null {
  const { types }: Container = CONTAINERS[id];
  if (types.clip !== undefined) return 'clip';
  if (types.picture !== undefined) return 'picture';
  return types.sound === undefined ? null : 'sound';
}

/**
 * The container of a file.
 * @param head its first bytes; `SNIFFED_BYTES` or all of it
 * @returns null for what is none of these
 */
export function sniffContainer(head: Uint8Array): ContainerId | null {
  const ascii = (at: number, length: number): string =>
    String.fromCharCode(...head.subarray(at, Math.min(head.length, at + length)));
  const starts = (...bytes: number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  if (starts(0xff, 0xd8, 0xff)) return 'jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'gif';
  if (starts(0x49, 0x49, 0x2a, 0) || starts(0x4d, 0x4d, 0, 0x2a)) return 'tiff';
  if (ascii(0, 5) === '%PDF-') return 'pdf';
  if (/^(RIFF|RF64)$/.test(ascii(0, 4))) return riffKind(ascii(8, 4));
  if (ascii(0, 4) === 'fLaC') return 'flac';
  if (ascii(0, 4) === 'OggS') return oggKind(ascii(28, 64));
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return ebmlKind(ascii(4, 60));
  return bmffKind(head, ascii) ?? soundStream(head, ascii);
}

function riffKind(form: string): ContainerId | null {
  if (form === 'WAVE') return 'wav';
  if (form === 'WEBP') return 'webp';
  return form === 'AVI ' ? 'avi' : null;
}

/** The first packet names the codec (RFC 3533, RFC 7845). */
function oggKind(firstPacket: string): ContainerId {
  return firstPacket.includes('theora') ? 'ogv' : 'ogg';
}

/** RFC 8794: the document type stands in the header. */
function ebmlKind(header: string): ContainerId | null {
  if (header.includes('webm')) return 'webm';
  return header.includes('matroska') ? 'matroska' : null;
}

type Ascii = (at: number, length: number) => string;

/** Boxes that older QuickTime files begin with, which have no `ftyp`. */
const QUICKTIME_BOXES = new Set(['moov', 'mdat', 'wide', 'pnot']);
const HEIF_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/;

/** ISO/IEC 14496-12, 4.3: the major brand, and then those that it is compatible with. */
function bmffKind(head: Uint8Array, ascii: Ascii): ContainerId | null {
  const box = ascii(4, 4);
  if (box !== 'ftyp') return QUICKTIME_BOXES.has(box) ? 'mov' : null;
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  const major = ascii(8, 4);
  const brands = [major];
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(ascii(at, 4));
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (HEIF_BRANDS.test(major)) return 'heic';
  if (/^(M4A |M4B |M4P )$/.test(major)) return 'm4a';
  return major === 'qt  ' ? 'mov' : 'mp4';
}

/** MP3 and AAC are bare frames, with or without a tag in front (ID3v2.4, 3.1), whose length has seven bits a byte. */
function soundStream(head: Uint8Array, ascii: Ascii): ContainerId | null {
  if (ascii(0, 3) !== 'ID3') return head[0] === 0x47 && head[188] === 0x47 ? 'mpegTs' : frameKind(head, 0);
  const length = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  // A tag with a picture reaches past what was read; sound behind one is MP3 nearly always.
  return frameKind(head, 10 + length) ?? 'mp3';
}

/** ISO/IEC 13818-7, 6.2 (layer 0 is ADTS) and 11172-3, 2.4.1.3 (layer III is 1, and neither rate is the forbidden one). */
function frameKind(head: Uint8Array, at: number): ContainerId | null {
  const [first, second = 0, third = 0xff] = head.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return (third & 0x3c) >> 2 < 13 ? 'aac' : null;
  const isLayer3 = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08;
  return isLayer3 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3 ? 'mp3' : null;
}
