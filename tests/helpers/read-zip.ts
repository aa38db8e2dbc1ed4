/** Reads a zip by its central directory, as programs do, and checks every entry against its sum. Stored entries only. */
import { crc32 } from 'node:zlib';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;

/** The entries by their names. @throws Error for one that is damaged, compressed, or there twice */
export function readZip(zip: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.byteLength - END_BYTES;
  if (view.getUint32(end, true) !== END) throw new Error('The zip has no end.');
  const entries = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error(`No entry is at ${at}.`);
    const [nameBytes, extraBytes] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const name = new TextDecoder('utf-8', { fatal: true }).decode(zip.subarray(at + 46, at + 46 + nameBytes));
    if (view.getUint16(at + 10, true) !== 0) throw new Error(`${name} is compressed.`);
    if (entries.has(name)) throw new Error(`${name} is there twice.`);
    const sizeBytes = view.getUint32(at + 24, true);
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== LOCAL) throw new Error(`${name} is not at ${local}.`);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = zip.subarray(start, start + sizeBytes);
    if (crc32(bytes) !== view.getUint32(at + 16, true)) throw new Error(`${name} is damaged.`);
    entries.set(name, bytes);
    at += 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
  }
  return entries;
}
