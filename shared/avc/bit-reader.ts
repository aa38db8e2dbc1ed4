/** Reads the fields of an RBSP, most significant bit first (ITU-T H.264 7.2 and 9.1). */

/** More leading zeros than this give a number of more than 32 bits, which no field has. */
const MOST_LEADING_ZEROS = 31;

/** Every read throws a RangeError where the bytes end. */
export class BitReader {
  /** Bits read so far. */
  position = 0;
  readonly #bytes: Uint8Array;

  /** @param bytes without emulation prevention, see `toRbsp` */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** u(n), n from 0 to 32. */
  u(count: number): number {
    if (this.position + count > this.#bytes.length * 8) throw new RangeError('The H.264 data ends within a field.');
    let value = 0;
    for (const end = this.position + count; this.position < end; this.position += 1)
      value = value * 2 + ((this.#bytes[this.position >> 3]! >> (7 - (this.position & 7))) & 1);
    return value;
  }

  /** u(1) as a truth value. */
  flag(): boolean {
    return this.u(1) === 1;
  }

  /** ue(v), the unsigned Exp-Golomb code (9.1). */
  ue(): number {
    let zeros = 0;
    while (this.u(1) === 0) {
      zeros += 1;
      if (zeros > MOST_LEADING_ZEROS) throw new RangeError('An Exp-Golomb code of the H.264 data is too long.');
    }
    return 2 ** zeros - 1 + this.u(zeros);
  }

  /** ue(v) that may not be above `most`. */
  ueUpTo(most: number, name: string): number {
    const value = this.ue();
    if (value > most) throw new RangeError(`${name} is ${value}, and ${most} is the most.`);
    return value;
  }

  /** se(v), the signed Exp-Golomb code (9.1.1). */
  se(): number {
    const code = this.ue();
    return code % 2 === 1 ? (code + 1) / 2 : 0 - code / 2;
  }
}
