/**
 * Emulation prevention (ITU-T H.264 7.4.1): within a NAL unit a byte 3 stands between two zeros and a byte of 0 to 3, so that
 * no start code shows up. An RBSP is the content of the unit without these bytes.
 */

const ESCAPE = 3;

/** Reads a NAL unit as an RBSP, byte by byte. */
export class RbspReader {
  /** Position of the next byte in the escaped data. */
  at: number;
  /** Zeros right before `at`, at most 2. What decides whether a byte 3 is content. */
  zeros = 0;
  readonly #bytes: Uint8Array;
  readonly #end: number;

  /** @param at of the first byte behind the unit's header */
  constructor(bytes: Uint8Array, at: number, end: number) {
    this.#bytes = bytes;
    this.at = at;
    this.#end = end;
  }

  /** The next byte of the RBSP; -1 at the end. */
  read(): number {
    if (this.zeros === 2 && this.at < this.#end && this.#bytes[this.at] === ESCAPE) {
      this.at += 1;
      this.zeros = 0;
    }
    if (this.at >= this.#end) return -1;
    const byte = this.#bytes[this.at]!;
    this.at += 1;
    this.zeros = byte === 0 ? Math.min(this.zeros + 1, 2) : 0;
    return byte;
  }
}

/** Writes an RBSP as the content of a NAL unit. The caller sees to the room: 3 bytes for each 2 are always enough. */
export class RbspWriter {
  /** Position of the next byte in the escaped data. */
  at: number;
  /** Zeros right before `at`, as in the reader. */
  zeros = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  write(byte: number): void {
    if (this.zeros === 2 && byte <= ESCAPE) this.#put(ESCAPE);
    this.#put(byte);
  }

  /** Ends a unit whose last bytes are zeros, which only cabac_zero_words are, with a byte 3. */
  end(): void {
    if (this.zeros === 2) this.#put(ESCAPE);
  }

  #put(byte: number): void {
    this.#bytes[this.at] = byte;
    this.at += 1;
    this.zeros = byte === 0 ? this.zeros + 1 : 0;
  }
}

/** The RBSP of a NAL unit, whose first byte is the header. */
export function toRbsp(nal: Uint8Array): Uint8Array<ArrayBuffer> {
  const rbsp = new Uint8Array(nal.length);
  const reader = new RbspReader(nal, 1, nal.length);
  let length = 0;
  for (let byte = reader.read(); byte >= 0; byte = reader.read(), length += 1) rbsp[length] = byte;
  return rbsp.subarray(0, length);
}

/** A NAL unit of its header byte and its RBSP. */
export function toNal(header: number, rbsp: Uint8Array): Uint8Array<ArrayBuffer> {
  const nal = new Uint8Array(2 + Math.ceil(rbsp.length * 1.5));
  nal[0] = header;
  const writer = new RbspWriter(nal, 1);
  for (const byte of rbsp) writer.write(byte);
  writer.end();
  return nal.slice(0, writer.at);
}

/** Bits of an RBSP before its stop bit (7.3.2.11), whatever zeros follow. @throws RangeError if there is no such bit */
export function rbspBits(rbsp: Uint8Array): number {
  const last = rbsp.findLastIndex((byte) => byte !== 0);
  if (last < 0) throw new RangeError('The H.264 data has no stop bit.');
  const byte = rbsp[last]!;
  const lowestBit = 31 - Math.clz32(byte & -byte);
  return last * 8 + 7 - lowestBit;
}
