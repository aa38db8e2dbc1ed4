// Bits, Exp-Golomb codes and emulation prevention, written and read back.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '#tests/helpers/property-runs.ts';
import { BitReader } from '#shared/avc/bit-reader.ts';
import { BitWriter, ueLength } from '#shared/avc/bit-writer.ts';
import { rbspBits, RbspReader, toNal, toRbsp } from '#shared/avc/emulation-prevention.ts';
import { troublesomeBytes } from './random-slices.ts';

describe('Fields', () => {
  test('are coded as in table 9-2', () => {
    const bits = new BitWriter();
    for (const value of [0, 1, 2, 3, 8]) bits.ue(value);
    bits.stop();
    // 1, 010, 011, 00100, 0001001, stop bit.
    expect([...bits.toBytes()]).toEqual([0b1010_0110, 0b0100_0001, 0b0011_0000]);
  });

  test('come back as they were written', () => {
    const field = fc.oneof(
      fc.record({ kind: fc.constant('ue' as const), value: fc.integer({ min: 0, max: 2 ** 31 }) }),
      fc.record({ kind: fc.constant('se' as const), value: fc.integer({ min: -(2 ** 30), max: 2 ** 30 }) }),
      fc.record({ kind: fc.constant('u' as const), value: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const writer = new BitWriter();
        for (const { kind, value } of fields)
          if (kind === 'u') writer.u(32, value);
          else writer[kind](value);
        writer.stop();
        const reader = new BitReader(writer.toBytes());
        for (const { kind, value } of fields) expect(kind === 'u' ? reader.u(32) : reader[kind]()).toBe(value);
        expect(rbspBits(writer.toBytes())).toBe(reader.position);
      }),
    );
  });

  test.each([0, 1, 2, 6, 7, 14, 15, 30, 31, 255, 139_263])('of %i take the bits that are foretold', (value) => {
    const writer = new BitWriter();
    writer.ue(value);
    writer.stop();
    expect(rbspBits(writer.toBytes())).toBe(ueLength(value));
  });

  test('that are cut off or too long are refused', () => {
    expect(() => new BitReader(Uint8Array.of(0xff)).u(9)).toThrow(RangeError);
    expect(() => new BitReader(Uint8Array.of(0x01)).ue()).toThrow(RangeError);
    expect(() => new BitReader(new Uint8Array(1_000_000)).ue()).toThrow(/too long/);
    expect(() => rbspBits(new Uint8Array(3))).toThrow(RangeError);
  });
});

describe('Emulation prevention', () => {
  test.each([
    ['000000', '00000300'],
    ['000001', '00000301'],
    ['000003', '00000303'],
    ['000004', '000004'],
    ['0000000000', '00000300000300'],
    ['80000000', '8000000300'],
    ['800000', '80000003'],
  ])('turns %s into %s', (rbsp, escaped) => {
    expect(Buffer.from(toNal(0x65, Buffer.from(rbsp, 'hex'))).toString('hex')).toBe(`65${escaped}`);
  });

  test('comes off again, and leaves no start code', () => {
    fc.assert(
      fc.property(troublesomeBytes(64), (rbsp) => {
        const nal = toNal(0x41, rbsp);
        expect(toRbsp(nal)).toEqual(rbsp);
        expect(
          Buffer.from(nal)
            .toString('hex')
            .match(/^(..)*?0000(00|01|02)/),
        ).toBeNull();
      }),
    );
  });

  test('says at the end of the data that nothing is left', () => {
    const reader = new RbspReader(Uint8Array.of(0x41, 0, 0, 3), 1, 4);
    expect([reader.read(), reader.read(), reader.read(), reader.read()]).toEqual([0, 0, -1, -1]);
  });
});
