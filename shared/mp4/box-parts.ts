/**
 * Boxes to be written (ISO/IEC 14496-12, 4.2), as parts that know their length beforehand: a file's head is measured
 * without being written, and written once, into memory of just its length.
 */

/** Bytes to come. */
export type Part = {
  /** Bytes. */
  size: number;
  write(into: DataView, at: number): void;
};

/** Every host has it; this folder's types are those of the language alone. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const TWO_TO_32 = 2 ** 32;
export const MAX_U32 = TWO_TO_32 - 1;

/** The bytes of a part. */
export function toBytes(part: Part): Uint8Array<ArrayBuffer> {
  const written = new Uint8Array(part.size);
  part.write(new DataView(written.buffer), 0);
  return written;
}

/** Parts one after the other. */
export function sequence(...parts: readonly Part[]): Part {
  return {
    size: parts.reduce((sum, { size }) => sum + size, 0),
    write(into, at) {
      let next = at;
      for (const part of parts) {
        part.write(into, next);
        next += part.size;
      }
    },
  };
}

/** A box around its content. @throws RangeError for more than 2^32 − 1 bytes */
export function box(type: string, ...content: readonly Part[]): Part {
  const body = sequence(...content);
  const size = body.size + 8;
  if (size > MAX_U32) throw new RangeError(`Box ${type} of ${size} bytes needs a 64-bit size`);
  return sequence(u32(size), latin1(type), body);
}

/** A box that begins with its version and flags, both 0 if not given. */
export function fullBox(
  type: string,
  { version = 0, flags = 0 }: { version?: 0 | 1; flags?: number },
  ...content: readonly Part[]
): Part {
  return box(type, u8(version), u24(flags), ...content);
}

export function u8(...values: readonly number[]): Part {
  return rows(values.length, 1, (into, at, row) => into.setUint8(at, values[row]!));
}

export function u16(...values: readonly number[]): Part {
  return rows(values.length, 2, (into, at, row) => into.setUint16(at, values[row]!));
}

export function u24(value: number): Part {
  return u8((value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff);
}

export function u32(...values: readonly number[]): Part {
  return rows(values.length, 4, (into, at, row) => into.setUint32(at, values[row]!));
}

/** Whole numbers up to 2^53. */
export function u64(...values: readonly number[]): Part {
  return rows(values.length, 8, (into, at, row) => writeU64(into, at, values[row]!));
}

/** Fixed point 16.16. */
export function fixed16(...values: readonly number[]): Part {
  return u32(...values.map((value) => Math.round(value * 0x1_0000) >>> 0));
}

export function zeros(size: number): Part {
  return { size, write: () => undefined };
}

/** The bytes are read when the part is written. */
export function bytes(content: Uint8Array): Part {
  return {
    size: content.length,
    write: (into, at) => new Uint8Array(into.buffer, into.byteOffset + at, content.length).set(content),
  };
}

/** One byte a character, as types, brands and languages have them. */
export function latin1(text: string): Part {
  return rows(text.length, 1, (into, at, row) => into.setUint8(at, text.charCodeAt(row)));
}

/** Without a zero at the end. */
export function utf8(text: string): Part {
  return bytes(new TextEncoder().encode(text));
}

/** Rows of one length; `write` is called for each when the part is written. */
export function rows(count: number, rowBytes: number, write: (into: DataView, at: number, row: number) => void): Part {
  return {
    size: count * rowBytes,
    write(into, start) {
      for (let row = 0, at = start; row < count; row += 1, at += rowBytes) write(into, at, row);
    },
  };
}

export function writeU64(into: DataView, at: number, value: number): void {
  into.setUint32(at, Math.floor(value / TWO_TO_32));
  into.setUint32(at + 4, value % TWO_TO_32);
}
