/** Names of codecs as RFC 6381 has them and WebCodecs expects them, from what a sample entry says. */
import { codecString } from '../avc/avc-config.ts';
import type { AudioEntry, VideoEntry } from './mp4-index.ts';

/** The type of the sample entry where its configuration does not say more. */
export function videoCodecName({ format, avcConfig, otherConfig: record }: VideoEntry): string {
  if (avcConfig !== null) return avcConfig.length < 4 ? format : codecString(avcConfig);
  if (record === null) return format.trim();
  switch (format) {
    case 'hvc1':
    case 'hev1':
      return hevcName(format, record);
    case 'av01':
      return av1Name(record);
    case 'vp09':
      return vp9Name(record);
    default:
      return format.trim();
  }
}

/** ISO/IEC 14496-15, annex E.3. */
function hevcName(format: string, record: Uint8Array): string {
  if (record.length < 13) return format;
  const [profile = 0] = record.subarray(1, 2);
  const space = ['', 'A', 'B', 'C'][profile >> 6] ?? '';
  const tier = (profile & 0x20) === 0 ? 'L' : 'H';
  let compatibility = 0;
  for (const [at, byte] of record.subarray(2, 6).entries())
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) compatibility += 2 ** (at * 8 + bit);
  const constraints = [...record.subarray(6, 12)].map((byte) => byte.toString(16).toUpperCase());
  while (constraints.at(-1) === '0') constraints.pop();
  const level = `${tier}${record[12] ?? 0}`;
  return [format, `${space}${profile & 0x1f}`, compatibility.toString(16).toUpperCase(), level, ...constraints].join(
    '.',
  );
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** AV1 Codec ISO Media File Format Binding, section 5. What comes behind the depth is left out where it is as usual: 4:2:0. */
function av1Name(record: Uint8Array): string {
  const [, levels = 0, flags = 0] = record;
  if (record.length < 4) return 'av01';
  const depth = (flags & 0x40) === 0 ? 8 : (flags & 0x20) === 0 ? 10 : 12;
  const name = `av01.${levels >> 5}.${twoDigits(levels & 0x1f)}${(flags & 0x80) === 0 ? 'M' : 'H'}.${twoDigits(depth)}`;
  const isMonochrome = (flags >> 4) & 1;
  const chroma = `${(flags >> 3) & 1}${(flags >> 2) & 1}${flags & 3}`;
  return isMonochrome === 0 && chroma.startsWith('11') ? name : `${name}.${isMonochrome}.${chroma}`;
}

/** VP Codec ISO Media File Format Binding: `vpcC` with its version and flags. */
function vp9Name(record: Uint8Array): string {
  if (record.length < 10) return 'vp09';
  const [profile = 0, level = 0, layout = 0] = record.subarray(4);
  return ['vp09', ...[profile, level, layout >> 4].map(twoDigits)].join('.');
}

const MPEG4_AUDIO = 0x40;
const MP3_TYPES: readonly (number | null)[] = [0x69, 0x6b];
const LOW_COMPLEXITY = 'mp4a.40.2';
const NAMES: Readonly<Record<string, string>> = {
  Opus: 'opus',
  fLaC: 'flac',
  '.mp3': 'mp3',
  'ac-3': 'ac-3',
  'ec-3': 'ec-3',
  sowt: 'pcm-s16',
  twos: 'pcm-s16be',
  in24: 'pcm-s24be',
  in32: 'pcm-s32be',
  fl32: 'pcm-f32be',
  fl64: 'pcm-f64be',
  alaw: 'alaw',
  ulaw: 'ulaw',
};

export function audioCodecName({ format, objectType, audioConfig }: AudioEntry): string {
  if (format !== 'mp4a') return NAMES[format] ?? format.trim();
  if (MP3_TYPES.includes(objectType)) return 'mp3';
  if (objectType !== null && objectType !== MPEG4_AUDIO) return `mp4a.${objectType.toString(16)}`;
  // Without a description of its own it is the plain kind, as players take it.
  return audioConfig === null ? LOW_COMPLEXITY : `mp4a.40.${audioObjectType(audioConfig)}`;
}

/** ISO/IEC 14496-3, 1.6.2.1: five bits, or six more behind all ones. */
function audioObjectType([first = 0, second = 0]: Uint8Array): number {
  const type = first >> 3;
  return type === 31 ? 32 + ((first & 7) << 3) + (second >> 5) : type;
}
