/** Writes the fields of an RBSP, most significant bit first (ITU-T H.264 7.2 and 9.1). */

export class BitWriter {
  readonly #bytes: number[] = [];
  #length = 0;

  /** u(n). */
  u(count: number, value: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.#push(Math.floor(value / 2 ** bit) % 2);
  }

  /** ue(v), the unsigned Exp-Golomb code (9.1). */
  ue(value: number): void {
    this.u(ueLength(value), value + 1);
  }

  /** se(v), the signed Exp-Golomb code (9.1.1). */
  se(value: number): void {
    this.ue(value > 0 ? value * 2 - 1 : -value * 2);
  }

  /** Copies the bits from `start` up to `end` of other data. */
  copy(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at += 1) this.#push((bytes[at >> 3]! >> (7 - (at & 7))) & 1);
  }

  /** rbsp_trailing_bits (7.3.2.11): the stop bit, then zeros to the end of the byte. */
  stop(): void {
    this.#push(1);
  }

  /** What was written; a last byte that is not full ends in zeros. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }

  #push(bit: number): void {
    if (this.#length % 8 === 0) this.#bytes.push(0);
    if (bit === 1) this.#bytes[this.#length >> 3]! |= 0x80 >> (this.#length & 7);
    this.#length += 1;
  }
}

/** Bits that the code of a number takes in ue(v). */
export function ueLength(value: number): number {
  return 2 * Math.floor(Math.log2(value + 1)) + 1;
}
