/** Configuration records of VP9 and AV1 for files that have none, from what the codec's name (RFC 6381) says. */
import { joinedBytes } from '#shared/bytes.ts';

/** VP Codec ISO Media File Format Binding, `vpcC` with its version and flags; null for a name that does not say enough. */
export function vp9Record(codec: string): Uint8Array | null {
  const [name, ...fields] = codec.split('.');
  const [profile, level, bitDepth, chroma = 1, primaries = 1, transfer = 1, matrix = 1, fullRange = 0] =
    fields.map(Number);
  if (name !== 'vp09' || profile === undefined || level === undefined || bitDepth === undefined) return null;
  const layout = (bitDepth << 4) | (chroma << 1) | fullRange;
  return Uint8Array.of(1, 0, 0, 0, profile, level, layout, primaries, transfer, matrix, 0, 0);
}

const SEQUENCE_HEADER = 1;

/**
 * AV1 Codec ISO Media File Format Binding, `av1C`; null for a name that does not say enough.
 * @param keyFrame of which the sequence header is taken over
 */
export function av1Record(codec: string, keyFrame: Uint8Array): Uint8Array | null {
  const [name, profile, levelTier = '', bitDepth, monochrome = '0', chroma = '110'] = codec.split('.');
  const level = Number(levelTier.slice(0, 2));
  const header = sequenceHeader(keyFrame);
  if (name !== 'av01' || bitDepth === undefined || header === null || Number.isNaN(level)) return null;
  const isHighTier = levelTier.endsWith('H') ? 1 : 0;
  const depth = Number(bitDepth);
  const [across = 1, down = 1, position = 0] = [...chroma].map(Number);
  const flags =
    (isHighTier << 7) |
    (Number(depth > 8) << 6) |
    (Number(depth === 12) << 5) |
    (Number(monochrome) << 4) |
    (across << 3) |
    (down << 2) |
    position;
  return joinedBytes([Uint8Array.of(0x81, (Number(profile) << 5) | level, flags, 0), header]);
}

/** The sequence header as it stands in a sample, with its own header; null where there is none. */
function sequenceHeader(sample: Uint8Array): Uint8Array | null {
  for (let at = 0; at < sample.length;) {
    const header = sample[at] ?? 0;
    const hasExtension = (header & 4) !== 0;
    const hasSize = (header & 2) !== 0;
    if (!hasSize) return null;
    const { value, end } = leb128(sample, at + (hasExtension ? 2 : 1));
    if (((header >> 3) & 15) === SEQUENCE_HEADER) return sample.slice(at, end + value);
    at = end + value;
  }
  return null;
}

/** Seven bits a byte, the lowest first (AV1 Bitstream, 4.10.5). */
function leb128(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from; at < from + 8; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return { value, end: from + 8 };
}
