import { describe, expect, test } from 'vitest';
import { base64Of, base64UrlOf, bytesOfBase64, bytesOfBase64Url, hexOf, sameBytes } from '#shared/bytes.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

test('bytes are written in lower-case hexadecimal, two digits each', () => {
  expect(hexOf(Uint8Array.of(0, 9, 16, 171, 255))).toBe('000910abff');
  expect(hexOf(everyByte)).toBe(Buffer.from(everyByte).toString('hex'));
  expect(hexOf(new Uint8Array())).toBe('');
});

describe('base64', () => {
  // The test vectors of RFC 4648 10.
  test.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foobar', 'Zm9vYmFy'],
  ])('of %j is %j', (text, letters) => {
    const bytes = new TextEncoder().encode(text);
    expect(base64Of(bytes)).toBe(letters);
    expect([...bytesOfBase64(letters)]).toEqual([...bytes]);
    expect(base64UrlOf(bytes)).toBe(letters.replaceAll('=', ''));
    expect([...bytesOfBase64Url(base64UrlOf(bytes))]).toEqual([...bytes]);
  });

  test('holds more bytes than one call takes arguments', () => {
    const long = Uint8Array.from({ length: 300_001 }, (_, at) => (at * 7) % 256);
    expect(base64Of(long)).toBe(Buffer.from(long).toString('base64'));
    expect(sameBytes(bytesOfBase64(base64Of(long)), long)).toBe(true);
  });

  test('for addresses has no letter that an address would escape', () => {
    expect(base64UrlOf(everyByte)).toBe(Buffer.from(everyByte).toString('base64url'));
    expect(bytesOfBase64Url(base64UrlOf(everyByte))).toEqual(everyByte);
  });

  test('that is none is refused', () => {
    expect(() => bytesOfBase64('no base64!')).toThrow(DOMException);
  });
});
