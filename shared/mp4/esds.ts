/** The `esds` box: how an MPEG-4 sound track says what it is (ISO/IEC 14496-14, 5.6, and 14496-1, 7.2.6). */
import { type Box, bytesOf, requireBody } from './boxes.ts';
import { bytes, fullBox, type Part, sequence, u16, u24, u32, u8 } from './box-parts.ts';

const ES_DESCRIPTOR = 3;
const DECODER_CONFIG = 4;
const DECODER_SPECIFIC_INFO = 5;
const SL_CONFIG = 6;

const MPEG4_AUDIO = 0x40;
/** streamType 5 (audio), not upstream, and the reserved bit. */
const AUDIO_STREAM = (5 << 2) | 1;
/** SLConfigDescriptor.predefined for MP4 files. */
const SL_OF_MP4 = 2;

export type StreamDescription = {
  /** objectTypeIndication. */
  objectType: number;
  /** DecoderSpecificInfo: the AudioSpecificConfig of AAC. */
  config: Uint8Array | null;
};

/** @throws RangeError for descriptors that run past the box or stand in the wrong place */
export function readEsds(view: DataView, box: Box): StreamDescription {
  requireBody(box, 4);
  const stream = readDescriptor(view, box.body + 4, box.end, ES_DESCRIPTOR);
  const decoder = readDescriptor(view, behindStreamFields(view, stream), stream.end, DECODER_CONFIG);
  requireBytes(decoder.at, decoder.end, 13);
  const objectType = view.getUint8(decoder.at);
  if (decoder.end - decoder.at < 15) return { objectType, config: null };
  const info = readDescriptor(view, decoder.at + 13, decoder.end, DECODER_SPECIFIC_INFO);
  return { objectType, config: bytesOf(view, info.at, info.end) };
}

type Descriptor = { at: number; end: number };

/** A tag, and a length of up to four bytes of seven bits each (14496-1, 8.3.3). */
function readDescriptor(view: DataView, start: number, end: number, tag: number): Descriptor {
  requireBytes(start, end, 2);
  const found = view.getUint8(start);
  if (found !== tag) throw new RangeError(`Box esds has descriptor ${found} where ${tag} is needed`);
  let at = start + 1;
  let size = 0;
  for (let hasMore = true; hasMore && at < start + 5; at += 1) {
    requireBytes(at, end, 1);
    const byte = view.getUint8(at);
    size = (size << 7) | (byte & 0x7f);
    hasMore = byte >= 0x80;
  }
  requireBytes(at, end, size);
  return { at, end: at + size };
}

/** Behind ES_ID, the flags, and what the flags announce. */
function behindStreamFields(view: DataView, { at, end }: Descriptor): number {
  requireBytes(at, end, 3);
  const flags = view.getUint8(at + 2);
  const dependsOn = (flags & 0x80) === 0 ? 0 : 2;
  const clock = (flags & 0x20) === 0 ? 0 : 2;
  let next = at + 3 + dependsOn;
  if ((flags & 0x40) !== 0) {
    requireBytes(next, end, 1);
    next += 1 + view.getUint8(next);
  }
  return next + clock;
}

function requireBytes(at: number, end: number, count: number): void {
  if (at + count > end) throw new RangeError('Box esds has a descriptor that runs past its end');
}

/** Bit rate in bits per second. */
export function esds(audioConfig: Uint8Array, averageBitrate: number): Part {
  const decoder = descriptor(
    DECODER_CONFIG,
    u8(MPEG4_AUDIO, AUDIO_STREAM),
    u24(0),
    u32(averageBitrate, averageBitrate),
    descriptor(DECODER_SPECIFIC_INFO, bytes(audioConfig)),
  );
  return fullBox('esds', {}, descriptor(ES_DESCRIPTOR, u16(0), u8(0), decoder, descriptor(SL_CONFIG, u8(SL_OF_MP4))));
}

/** The length always takes four bytes, as other writers have it, so that it needs no reckoning. */
function descriptor(tag: number, ...parts: Part[]): Part {
  const content = sequence(...parts);
  const { size } = content;
  const length = u8(0x80 | (size >> 21), 0x80 | ((size >> 14) & 0x7f), 0x80 | ((size >> 7) & 0x7f), size & 0x7f);
  return sequence(u8(tag), length, content);
}
