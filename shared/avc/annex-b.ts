/** NAL units of a byte stream (ITU-T H.264, annex B), each behind a start code, as transport streams hold them. */

/** Yields the units without start codes and without the zeros behind them. */
export function* annexBUnits(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  let start = -1;
  for (let at = nextStartCode(bytes, 0); ; at = nextStartCode(bytes, start)) {
    if (start >= 0) {
      const unit = withoutZerosBehind(bytes.subarray(start, at));
      if (unit.length > 0) yield unit;
    }
    if (at === bytes.length) return;
    start = at + START_CODE_BYTES;
  }
}

/** Zero, zero, one; more zeros may stand in front. */
const START_CODE_BYTES = 3;

/** Position of the next start code, or of the end. */
function nextStartCode(bytes: Uint8Array, from: number): number {
  for (let one = bytes.indexOf(1, from + 2); one >= 0; one = bytes.indexOf(1, one + 1))
    if (bytes[one - 1] === 0 && bytes[one - 2] === 0) return one - 2;
  return bytes.length;
}

/** A unit ends with a stop bit, so zeros behind it belong to the next start code. */
function withoutZerosBehind(unit: Uint8Array): Uint8Array {
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end -= 1;
  return unit.subarray(0, end);
}
