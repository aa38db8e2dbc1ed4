/** The first bytes of a clip that is as long as asked, by a box behind it that players skip. */
export function startOfLong(clip: Uint8Array, sizeBytes: number, startBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(startBytes);
  bytes.set(clip);
  const box = new DataView(bytes.buffer, clip.length);
  box.setUint32(0, sizeBytes - clip.length);
  bytes.set(new TextEncoder().encode('free'), clip.length + 4);
  return bytes;
}
