// The key that a browser keeps: sealed by what the specification names, opened only in the same place.

import { pbkdf2Sync, createDecipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSealed, sealKey, type Place } from '#api/stored-key.ts';

const place: Place = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0', origin: 'https://storyreel.example' };
const apiKey = 'AQ.Ab8RN6-a-key-with-ümläuts';

describe('A sealed key', () => {
  test('opens where it was sealed', async () => {
    expect(await openSealed(await sealKey(apiKey, place), place)).toBe(apiKey);
  });

  test('is AES-GCM with 256 bits under PBKDF2 of SHA-256 and 100,000 rounds over browser and origin', async () => {
    const sealed = await sealKey(apiKey, place);
    const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
    const key = pbkdf2Sync(`${place.userAgent}${place.origin}`, bytes(sealed.salt), 100_000, 32, 'sha256');
    const whole = bytes(sealed.encrypted);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(sealed.iv));
    decipher.setAuthTag(whole.subarray(-16));
    expect(Buffer.concat([decipher.update(whole.subarray(0, -16)), decipher.final()]).toString()).toBe(apiKey);
  });

  test('never looks the same twice, and shows nothing of the key', async () => {
    const [one, two] = [await sealKey(apiKey, place), await sealKey(apiKey, place)];
    expect(new Set([one.encrypted, two.encrypted, one.iv, two.iv, one.salt, two.salt]).size).toBe(6);
    expect(JSON.stringify(one)).not.toContain(apiKey);
    expect(Buffer.from(one.encrypted, 'base64').toString('latin1')).not.toContain('AQ.Ab8');
  });

  test.each([
    ['another browser', { ...place, userAgent: 'Other/2.0' }],
    ['another origin', { ...place, origin: 'https://evil.example' }],
  ])('does not open in %s', async (_, elsewhere) => {
    await expect(openSealed(await sealKey(apiKey, place), elsewhere)).rejects.toMatchObject({ name: 'OperationError' });
  });

  test.each([
    ['nothing', null],
    ['a text', 'AQ.plain'],
    ['a part', { encrypted: 'AAAA', iv: 'AAAA' }],
    ['no base64', { encrypted: '%', iv: 'AAAA', salt: 'AAAA' }],
  ])('that is %s does not open', async (_, sealed) => {
    await expect(openSealed(sealed, place)).rejects.toMatchObject({ name: 'ZodError' });
  });

  test('that was changed does not open', async () => {
    const sealed = await sealKey(apiKey, place);
    const first = sealed.encrypted.startsWith('A') ? 'B' : 'A';
    await expect(
      openSealed({ ...sealed, encrypted: `${first}${sealed.encrypted.slice(1)}` }, place),
    ).rejects.toMatchObject({ name: 'OperationError' });
  });
});
