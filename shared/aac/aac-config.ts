/** Reads the AudioSpecificConfig of AAC (ISO/IEC 14496-3, 1.6.2.1). */

/** The part that decides whether packets of two files may follow each other in one track. */
export type AacConfig = { sampleRate: number; channels: number };

/** Of AAC-LC as it is copied and encoded here. */
export const SAMPLES_PER_PACKET = 1024;

const LOW_COMPLEXITY = 2;
const EXPLICIT_RATE = 15;
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** Sync word of a backward compatible SBR announcement behind the basic configuration. */
const SBR_SYNC = 0x2b7;

/** AAC-LC in frames of 1024 samples without SBR; null for everything else. */
export function parseAacConfig(bytes: Uint8Array): AacConfig | null {
  const bits = bitReader(bytes);
  if (bits.read(5) !== LOW_COMPLEXITY) return null;
  const rateIndex = bits.read(4);
  const sampleRate = rateIndex === EXPLICIT_RATE ? bits.read(24) : SAMPLE_RATES[rateIndex];
  const channels = bits.read(4);
  const hasShortFrames = bits.read(1) === 1;
  const dependsOnCore = bits.read(1) === 1;
  const hasExtension = bits.read(1) === 1;
  if (sampleRate === undefined || channels < 1 || channels > 2 || hasShortFrames || dependsOnCore || hasExtension)
    return null;
  if (bits.left() >= 17 && bits.read(11) === SBR_SYNC) {
    bits.read(5);
    if (bits.read(1) === 1) return null;
  }
  return { sampleRate, channels };
}

export function sameAacConfig(a: AacConfig, b: AacConfig): boolean {
  return a.sampleRate === b.sampleRate && a.channels === b.channels;
}

function bitReader(bytes: Uint8Array): { read(count: number): number; left(): number } {
  let at = 0;
  return {
    /** Reads past the end give zeros. */
    read(count) {
      let value = 0;
      for (let bit = 0; bit < count; bit += 1, at += 1)
        value = (value << 1) | (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
      return value;
    },
    left: () => bytes.length * 8 - at,
  };
}

/** Bytes of an ADTS header without and with a check sum. */
const ADTS_BYTES = 7;
const ADTS_CHECKED_BYTES = 9;

/** What the header of an ADTS frame says of AAC-LC, and how long it is; null for everything else. */
export function adtsConfig(frame: Uint8Array): { config: AacConfig; bytes: number } | null {
  const bits = bitReader(frame);
  const isSynchronized = bits.read(12) === 0xfff;
  bits.read(1);
  const isLayerZero = bits.read(2) === 0;
  const hasNoCheckSum = bits.read(1) === 1;
  const objectType = bits.read(2) + 1;
  const sampleRate = SAMPLE_RATES[bits.read(4)];
  bits.read(1);
  const channels = bits.read(3);
  bits.read(4);
  const length = bits.read(13);
  bits.read(11);
  const moreBlocks = bits.read(2);
  const isPlain = isSynchronized && isLayerZero && length === frame.length && moreBlocks === 0;
  if (!isPlain || objectType !== LOW_COMPLEXITY || sampleRate === undefined || channels < 1 || channels > 2)
    return null;
  return { config: { sampleRate, channels }, bytes: hasNoCheckSum ? ADTS_BYTES : ADTS_CHECKED_BYTES };
}

/** The configuration record of AAC-LC, in its shortest form. @throws RangeError for a rate that has no index */
export function aacDescription({ sampleRate, channels }: AacConfig): Uint8Array {
  const rateIndex = SAMPLE_RATES.indexOf(sampleRate);
  if (rateIndex < 0) throw new RangeError(`AAC has no index for ${sampleRate} Hz`);
  const bits = (LOW_COMPLEXITY << 11) | (rateIndex << 7) | (channels << 3);
  return Uint8Array.of(bits >> 8, bits & 0xff);
}

/** What frames of AAC tell where their file does not describe them. */
export type AacFrameKind =
  /** Each frame stands behind a header of its own, which decoders read. */
  | { kind: 'adts'; objectType: number; sampleRate: number; channels: number }
  /** AAC-LC, which is what decoders take frames without a description for. */
  | { kind: 'raw'; config: AacConfig };

const SINGLE_CHANNEL = 0;
const CHANNEL_PAIR = 1;
const FILL = 6;
const FILL_ESCAPE = 15;

/**
 * Reads the first frame of a stream (ISO/IEC 14496-3, 1.A.2 and 4.4.2.1). Null where it can't be told.
 * @param entry what the file's container says, which is right for the rate, and often wrong for channels
 */
export function aacFrameKind(frame: Uint8Array, entry: AacConfig): AacFrameKind | null {
  const bits = bitReader(frame);
  if (frame[0] === 0xff && ((frame[1] ?? 0) & 0xf6) === 0xf0) {
    bits.read(16);
    const objectType = bits.read(2) + 1;
    const sampleRate = SAMPLE_RATES[bits.read(4)];
    bits.read(1);
    const channels = bits.read(3);
    return sampleRate === undefined ? null : { kind: 'adts', objectType, sampleRate, channels };
  }
  if (!SAMPLE_RATES.includes(entry.sampleRate)) return null;
  const channels = entry.channels > 2 ? entry.channels : channelsOf(bits);
  return channels === null ? null : { kind: 'raw', config: { sampleRate: entry.sampleRate, channels } };
}

/** Of the first syntactic element that is sound. */
function channelsOf(bits: ReturnType<typeof bitReader>): 1 | 2 | null {
  while (bits.left() > 0) {
    const element = bits.read(3);
    if (element === SINGLE_CHANNEL) return 1;
    if (element === CHANNEL_PAIR) return 2;
    if (element !== FILL) return null;
    let bytes = bits.read(4);
    if (bytes === FILL_ESCAPE) bytes += bits.read(8) - 1;
    for (let byte = 0; byte < bytes; byte += 1) bits.read(8);
  }
  return null;
}
