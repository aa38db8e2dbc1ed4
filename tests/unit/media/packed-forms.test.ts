/** Byte streams come apart into their units, whatever start codes and zeros stand between them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { annexBUnits } from '#shared/avc/annex-b.ts';
import { frameRateOfUs } from '#shared/clip/frame-rate.ts';
import { adtsConfig } from '#shared/aac/aac-config.ts';

/** Without two zeros in a row, which emulation prevention rules out, and with a stop bit at the end. */
const unit = fc
  .tuple(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 }), fc.integer({ min: 1, max: 255 }))
  .map(([bytes, last]) => [...bytes.map((byte, at) => (byte === 0 && bytes[at - 1] === 0 ? 3 : byte)), last])
  .filter((bytes) => !bytes.some((byte, at) => byte <= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));

test('units come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(unit, fc.nat(4)), { maxLength: 8 }), fc.nat(3), (rows, zerosBehind) => {
      const stream = rows.flatMap(([bytes, zeros]) => [...new Array<number>(zeros + 2).fill(0), 1, ...bytes]);
      const found = [...annexBUnits(Uint8Array.from([...stream, ...new Array<number>(zerosBehind).fill(0)]))];
      expect(found.map((bytes) => [...bytes])).toEqual(rows.map(([bytes]) => bytes));
    }),
  );
});

test.each([
  [24, 1],
  [24_000, 1001],
  [25, 1],
  [30_000, 1001],
  [60, 1],
])('a rate of %i/%i is found in times that are rounded to milliseconds', (num, den) => {
  const times = Array.from({ length: 40 }, (_, frame) => 7000 + Math.round((frame * 1000 * den) / num) * 1000);
  expect(frameRateOfUs(times, (times.at(-1) ?? 0) + 42_000)).toEqual({ num, den });
});

test('a header of ADTS tells rate, channels and its own length; another length of the frame is none', () => {
  const frame = Uint8Array.from([0xff, 0xf1, 0x4c, 0x80, 0x01, 0xbf, 0xfc, 0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c]);
  expect(adtsConfig(frame)).toEqual({ config: { sampleRate: 48_000, channels: 2 }, bytes: 7 });
  expect(adtsConfig(frame.subarray(0, 12))).toBeNull();
});
