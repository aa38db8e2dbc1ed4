import { expect, test } from 'vitest';
import { isDisposable } from '#shared/avc/is-disposable.ts';

const unit = (header: number): number[] => [0, 0, 0, 2, header, 0x80];

test.each([
  ['a slice that nothing is predicted from', unit(0x01), true],
  ['the same behind a message', [...unit(0x06), ...unit(0x01)], true],
  ['a slice that others are predicted from', unit(0x41), false],
  ['two slices of which one is', [...unit(0x01), ...unit(0x21)], false],
  ['a key frame', unit(0x65), false],
  ['no picture at all', unit(0x06), false],
  ['a unit beyond the end', [0, 0, 0, 9, 0x01], false],
])('%s', (_, sample, expected) => {
  expect(isDisposable(Uint8Array.from(sample), 4)).toBe(expected);
});
