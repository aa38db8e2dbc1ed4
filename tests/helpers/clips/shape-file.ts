// Turns ffmpeg's MP4 into the layout of the model's files: ftyp, uuid, mdat, moov; two priming packets of sound.

import { AAC_PACKET } from './click-sound.ts';
import type { ClipPlan } from './clip-spec.ts';
import { boxesAt, bytesOf, type Mp4Box, readBoxes } from './mp4-boxes.ts';

/** The user type under which content credentials are kept (C2PA). */
const CREDENTIALS_TYPE = 'd8fec3d61b0e483c92975828877ec481';
const CREDENTIALS_BYTES = 5975;
const MOVIE_TIMESCALE = 1000;
const LIE_SECONDS = 2;

/** The finished bytes of a plan, from ffmpeg's file. Version 0 boxes only, which is what ffmpeg writes here. */
export function shapeFile(made: Buffer, plan: ClipPlan): Buffer {
  const file = Buffer.from(made);
  const seconds = plan.frames / plan.fps + (plan.broken === 'wrongLengthHeader' ? LIE_SECONDS : 0);
  setLength(file, Math.round(seconds * MOVIE_TIMESCALE), seconds);
  const top = readBoxes(file);
  const ftyp = only(top, 'ftyp');
  const mdat = only(top, 'mdat');
  const moov = only(top, 'moov');
  const uuid = plan.hasUuidBox ? credentialsBox() : Buffer.alloc(0);
  moveChunks(file, moov, ftyp.size + uuid.length - mdat.start);
  return Buffer.concat([bytesOf(file, ftyp), uuid, bytesOf(file, mdat), bytesOf(file, moov)]);
}

/** Writes the length into the movie, the tracks and their edit lists, and hides both priming packets. */
function setLength(file: Buffer, movieUnits: number, seconds: number): void {
  const boxes = readBoxes(file);
  file.writeUInt32BE(movieUnits, only(boxesAt(boxes, 'moov/mvhd'), 'mvhd').body + 16);
  for (const track of boxesAt(boxes, 'moov/trak')) {
    file.writeUInt32BE(movieUnits, only(track.children, 'tkhd').body + 20);
    const isSound = file.toString('latin1', ...range(boxesAt([track], 'trak/mdia/hdlr')[0], 8)) === 'soun';
    const list = boxesAt([track], 'trak/edts/elst')[0];
    if (list !== undefined) {
      file.writeUInt32BE(movieUnits, list.body + 8);
      if (isSound) file.writeUInt32BE(2 * AAC_PACKET, list.body + 12);
    }
    const media = only(boxesAt([track], 'trak/mdia/mdhd'), 'mdhd');
    if (!isSound) file.writeUInt32BE(Math.round(seconds * file.readUInt32BE(media.body + 12)), media.body + 16);
  }
}

function moveChunks(file: Buffer, moov: Mp4Box, byBytes: number): void {
  for (const table of boxesAt([moov], 'moov/trak/mdia/minf/stbl/stco')) {
    const count = file.readUInt32BE(table.body + 4);
    for (let at = table.body + 8; at < table.body + 8 + count * 4; at += 4) {
      file.writeUInt32BE(file.readUInt32BE(at) + byBytes, at);
    }
  }
}

function credentialsBox(): Buffer {
  const box = Buffer.alloc(CREDENTIALS_BYTES);
  box.writeUInt32BE(CREDENTIALS_BYTES, 0);
  box.write('uuid', 4, 'latin1');
  box.write(CREDENTIALS_TYPE, 8, 'hex');
  box.write('look-alike of a content credentials manifest', 24, 'latin1');
  return box;
}

function range(box: Mp4Box | undefined, offset: number): [number, number] {
  const start = (box?.body ?? 0) + offset;
  return [start, start + 4];
}

function only(boxes: readonly Mp4Box[], type: string): Mp4Box {
  const found = boxes.find((box) => box.type === type);
  if (found === undefined) throw new Error(`ffmpeg's file has no box ${type}.`);
  return found;
}
