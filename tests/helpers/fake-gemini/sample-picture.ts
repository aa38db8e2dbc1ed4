// The image model's default picture: a small JPEG, or a PNG of one colour in the ratio that was asked for.

import { crc32, deflateSync } from 'node:zlib';
import type { FakePicture, ImageRequest } from './options.ts';

/** 64 x 36, a plain gradient. */
const JPEG_BASE64 =
  '/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfH' +
  'yDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABaAAACAgMBAAAAAAAAAAAAAAAABgUDBAIBBwEAAgMBAQEAAAAAAAAAAAAAAAUEBgMBAgcQAQEA' +
  'AAAAAAAAAAAAAAAAAAAREQEBAAAAAAAAAAAAAAAAAAAAEf/AABEIACQAQAMBEgACEgADEgD/2gAMAwEAAhEDEQA/AIyGePdJazhpCRDPFkpNSO' +
  'GkJxhiwFNJTGFpKQ5QaWJcRa+JzKojRQ61cZuuB0OAAAB7C6+fOLk6x4yG1Ys2iJiWT6gIkSyzDDDqlBXDInQzxYqS0lhpCPDRFlpJSKGsJEM8' +
  'WWktI4Zwnp+LAVUnMI9ACqBYQAAAAAAAAAAAA1bPTy46wViU8MHpFrE54RHp/9k=';

const LONG_SIDE = 64;

/** The live image model answers with JPEG; `isPng` gives the other kind. */
export function samplePicture(request: ImageRequest, isPng: boolean): FakePicture {
  if (!isPng) return { mimeType: 'image/jpeg', bytes: Buffer.from(JPEG_BASE64, 'base64') };
  const [across = 1, down = 1] = request.aspectRatio.split(':').map(Number);
  const scale = LONG_SIDE / Math.max(across, down);
  return { mimeType: 'image/png', bytes: plainPng(Math.round(across * scale), Math.round(down * scale)) };
}

/** A PNG of one colour (RFC 2083): header, one compressed block of rows, end. */
export function plainPng(
  width: number,
  height: number,
  rgb: readonly [number, number, number] = [70, 110, 160],
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, () => rgb).flat()]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body) >>> 0);
  return Buffer.concat([length, body, sum]);
}
