/** The least that is a picture by its header; nothing can decode them. */

const two = (value: number): number[] => [value >> 8, value & 0xff];

/** A JPEG of some size. @param words make it different from others */
export function jpegOf(words = '', { width, height } = { width: 16, height: 9 }): Uint8Array<ArrayBuffer> {
  const comment = [...Buffer.from(words)];
  return new Uint8Array([
    ...[0xff, 0xd8, 0xff, 0xe0, ...two(16), ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...[0xff, 0xfe, ...two(2 + comment.length), ...comment],
    ...[0xff, 0xc0, ...two(11), 8, ...two(height), ...two(width), 1, 1, 0x11, 0],
  ]);
}

/** A WebP of some size, in the form that has its size in the extended header. */
export function webpOf({ width, height } = { width: 16, height: 9 }): Uint8Array<ArrayBuffer> {
  const three = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, value >> 16];
  return new Uint8Array([
    ...[...Buffer.from('RIFF'), 22, 0, 0, 0, ...Buffer.from('WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0],
    ...[...three(width - 1), ...three(height - 1)],
  ]);
}
