// Changes to finished MP4 files that ffmpeg can't be asked for. Lengths stay, so that nothing in the file moves.

import { boxesAt, type Mp4Box, readBoxes } from './mp4-boxes.ts';

/** a, b, c and d of the matrix, by degrees clockwise. */
const MATRICES = { 90: [0, 1, -1, 0], 180: [-1, 0, 0, -1], 270: [0, -1, 1, 0], mirrored: [-1, 0, 0, 1] } as const;
const ONE = 0x1_0000;
/** Where the matrix stands in a track header of version 0. */
const MATRIX_AT = 40;

const SPECIFIC_INFO_TAG = 5;
/** Of a descriptor as ffmpeg writes it: a tag, and a length of four bytes. */
const HEADER_BYTES = 5;
/** What stands in an ES_Descriptor and in a DecoderConfigDescriptor before the next descriptor. */
const STREAM_FIELDS = 3;
const DECODER_FIELDS = 13;
/** The last descriptor in the box, as a whole. */
const SL_CONFIG_BYTES = HEADER_BYTES + 1;

/** Says in the header of the picture's track that players are to turn it clockwise, or to mirror it. */
export function turnPicture(made: Buffer, by: keyof typeof MATRICES): Buffer {
  const file = Buffer.from(made);
  const header = boxesAt([trackOf(file, 'vide')], 'trak/tkhd')[0];
  if (header === undefined) throw new Error('The picture has no track header.');
  const [a, b, c, d] = MATRICES[by];
  [a, b, 0, c, d].forEach((value, index) => file.writeInt32BE(value * ONE, header.body + MATRIX_AT + index * 4));
  return file;
}

/** Takes the AudioSpecificConfig away: the entry is left with a rate and a number of channels, which may be wrong. */
export function withoutAacConfig(made: Buffer): Buffer {
  const file = Buffer.from(made);
  const { at, size } = specificInfo(file);
  const bytes = HEADER_BYTES + size;
  // Both descriptors around it end earlier, and what comes behind it follows at once.
  const decoderAt = at - DECODER_FIELDS - HEADER_BYTES;
  for (const header of [decoderAt, decoderAt - STREAM_FIELDS - HEADER_BYTES]) {
    const length = file[header + HEADER_BYTES - 1] ?? 0;
    file[header + HEADER_BYTES - 1] = length - bytes;
  }
  file.copyWithin(at, at + bytes, at + bytes + SL_CONFIG_BYTES);
  return file.fill(0, at + SL_CONFIG_BYTES, at + SL_CONFIG_BYTES + bytes);
}

/** Says of AAC-LC of 24 kHz that it is the lower half of HE-AAC of 48 kHz: decoders play it at twice its rate. */
export function withUpsampledAac(made: Buffer): Buffer {
  const file = Buffer.from(made);
  const { at, size } = specificInfo(file);
  // Object type 5, 24 kHz, two channels, extended to 48 kHz, object type 2.
  const config = [0b00101_011, 0b0_0010_001, 0b1_00010_00];
  if (size < config.length) throw new Error(`The description has ${size} bytes, not ${config.length}.`);
  config.forEach((byte, index) => (file[at + 5 + index] = byte));
  return file;
}

/** Calls the AC-3 of a file Apple's spatial codec, which iPhones write beside the AAC that all players have. */
export function withSpatialSound(made: Buffer): Buffer {
  const file = Buffer.from(made);
  const tables = boxesAt(readBoxes(file), 'moov/trak/mdia/minf/stbl/stsd');
  const table = tables.find(({ body }) => file.toString('latin1', body + 12, body + 16) === 'ac-3');
  if (table === undefined) throw new Error('The file has no AC-3.');
  file.write('apac', table.body + 12, 'latin1');
  return file;
}

function trackOf(file: Buffer, handler: 'vide' | 'soun'): Mp4Box {
  const found = boxesAt(readBoxes(file), 'moov/trak').find((track) => {
    const hdlr = boxesAt([track], 'trak/mdia/hdlr')[0];
    return hdlr !== undefined && file.toString('latin1', hdlr.body + 8, hdlr.body + 12) === handler;
  });
  if (found === undefined) throw new Error(`The file has no track ${handler}.`);
  return found;
}

/** The DecoderSpecificInfo as ffmpeg writes it: its length takes four bytes. */
function specificInfo(file: Buffer): { at: number; size: number } {
  const table = boxesAt([trackOf(file, 'soun')], 'trak/mdia/minf/stbl/stsd')[0];
  const from = table === undefined ? -1 : file.indexOf(Buffer.from([SPECIFIC_INFO_TAG, 0x80, 0x80, 0x80]), table.body);
  if (table === undefined || from < 0 || from > table.start + table.size)
    throw new Error('The sound has no description.');
  return { at: from, size: file[from + 4] ?? 0 };
}
