import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoTextModel } from '#edge-api/providers/text-model/demo.ts';
import type { TextModel } from '#edge-api/providers/text-model/port.ts';
import { EnvelopeError, openText, sealText } from '#edge-api/services/key-envelope.ts';
import { readApiKey } from '#edge-api/services/key-vault.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

const KEY = 'AIzaSyCanary0123456789abcdefghijklmnop-';
const bytes = (value: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(value);
const dice = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

describe('a sealed key', () => {
  test('opens for its owner under its secret', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 512, unit: 'grapheme' }), fc.uuid(), async (text, user) => {
        expect(
          await openText(await sealText(text, user, bytes(1), dice), user, { current: bytes(1), previous: null }),
        ).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  test('opens for nobody else, under no other secret, and not with one bit changed', async () => {
    const sealed = await sealText(KEY, 'ada', bytes(1), dice);
    const secrets = { current: bytes(1), previous: null };
    await expect(openText(sealed, 'bob', secrets)).rejects.toThrow(EnvelopeError);
    await expect(openText(sealed, 'ada', { current: bytes(2), previous: null })).rejects.toThrow(/is not configured/);
    await expect(
      openText({ ...sealed, kekId: (await sealText('x', 'ada', bytes(2), dice)).kekId }, 'ada', {
        current: bytes(2),
        previous: null,
      }),
    ).rejects.toThrow(EnvelopeError);
    for (const part of ['wrappedDek', 'dekIv', 'keyIv', 'ciphertext'] as const) {
      for (let bit = 0; bit < sealed[part].length * 8; bit += 7) {
        const damaged = Uint8Array.from(sealed[part], (byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        await expect(openText({ ...sealed, [part]: damaged }, 'ada', secrets)).rejects.toThrow(EnvelopeError);
      }
    }
  });

  test('opens under the previous secret while keys are being moved', async () => {
    const sealed = await sealText(KEY, 'ada', bytes(1), dice);
    expect(await openText(sealed, 'ada', { current: bytes(2), previous: bytes(1) })).toBe(KEY);
  });

  test('looks different each time', async () => {
    const [one, two] = [await sealText(KEY, 'ada', bytes(1), dice), await sealText(KEY, 'ada', bytes(1), dice)];
    expect(Buffer.from(one.ciphertext).equals(Buffer.from(two.ciphertext))).toBe(false);
  });
});

describe('a person’s key', () => {
  let api: TestApi;
  let ada: TestUser;
  const asked: string[] = [];
  const textModelFor = (apiKey: string): TextModel => ({
    ...demoTextModel(),
    checkKey: () => {
      asked.push(apiKey);
      return Promise.resolve(
        apiKey === KEY ? { valid: true } : { valid: false, error: 'The provider does not know this key.' },
      );
    },
  });
  const save = (user: TestUser, apiKey: string): Promise<Response> =>
    user.fetch('/api/user/save-api-key', { method: 'POST', json: { apiKey } });
  const validate = (user: TestUser, apiKey: string): Promise<Response> =>
    user.fetch('/api/validate-api-key', { method: 'POST', json: { apiKey } });
  const shown = async (user: TestUser): Promise<unknown> => (await user.json('/api/auth/user'))['geminiApiKey'];

  beforeEach(async () => {
    asked.length = 0;
    api = await startTestApi({ deps: { textModelFor } });
    ada = await api.as('Ada');
  });
  afterEach(() => api.close());

  test('is judged by the provider, and a judged key is never an error', async () => {
    expect(await (await validate(ada, ` ${KEY} `)).json()).toEqual({ valid: true });
    const wrong = await validate(ada, 'AIza-wrong');
    expect([wrong.status, await wrong.json()]).toEqual([
      200,
      { valid: false, error: 'The provider does not know this key.' },
    ]);
    expect(asked).toEqual([KEY, 'AIza-wrong']);
    const unsendable = await validate(ada, 'line\nbreak');
    expect([unsendable.status, await unsendable.json()]).toEqual([
      200,
      { valid: false, error: 'Invalid API key. Please check and try again.' },
    ]);
    expect(asked).toHaveLength(2);
  });

  test('leaves the server as a mask alone, and goes when it is deleted', async () => {
    expect(await shown(ada)).toBeNull();
    expect(await (await save(ada, KEY)).json()).toEqual({ success: true, message: 'API key saved successfully' });
    expect(await shown(ada)).toBe('AIzaSy••••••nop-');
    expect(await readApiKey(api.deps, ada.id)).toBe(KEY);
    expect(await (await ada.fetch('/api/user/api-key', { method: 'DELETE' })).json()).toMatchObject({
      geminiApiKey: null,
    });
    expect(await readApiKey(api.deps, ada.id)).toBeNull();
  });

  test('copied to another person’s row opens nothing, and the log says so', async () => {
    const bob = await api.as('Bob');
    await save(ada, KEY);
    await api.db.execute({
      sql: `insert into api_keys (user_id, kek_id, wrapped_dek, dek_iv, key_iv, ciphertext, mask, created_at_ms, updated_at_ms)
        select ?, kek_id, wrapped_dek, dek_iv, key_iv, ciphertext, mask, created_at_ms, updated_at_ms from api_keys`,
      args: [bob.id],
    });
    expect(await readApiKey(api.deps, bob.id)).toBeNull();
    expect(api.logLines.join('\n')).toContain('api_key_unreadable');
  });

  test('made under a secret that is gone counts as none, so that the person is asked anew', async () => {
    await save(ada, KEY);
    api.deps.keySecrets = { current: bytes(9), previous: null };
    expect(await shown(ada)).toBeNull();
    expect(await readApiKey(api.deps, ada.id)).toBeNull();
  });

  test('may be the demo studio’s, and is then shown by name', async () => {
    await save(ada, 'demo-studio');
    expect(await shown(ada)).toBe('demo-studio');
    expect(await readApiKey(api.deps, ada.id)).toBe('demo-studio');
  });

  test('must be there, and not too long', async () => {
    for (const apiKey of ['', '   ', 'x'.repeat(513)]) {
      for (const send of [save, validate])
        expect(await (await send(ada, apiKey)).json()).toMatchObject({ code: 'invalid_input' });
    }
    expect(await (await save(ada, '')).json()).toMatchObject({ message: 'API key must not be empty.' });
    expect(await (await save(ada, 'x'.repeat(513))).json()).toMatchObject({
      message: 'API key can have at most 512 characters.',
    });
    expect(await (await save(ada, 'has space')).json()).toMatchObject({ code: 'api_key_rejected' });
  });
});

test('the demo studio is refused where it is off', async () => {
  const api = await startTestApi({ environment: { DEMO_STUDIO: 'off' } });
  try {
    const ada = await api.as('Ada');
    const json = { apiKey: 'demo-studio' };
    expect(await ada.json('/api/validate-api-key', { method: 'POST', json })).toEqual({
      valid: false,
      error: 'The demo studio isn’t available on this server.',
    });
    expect(await (await ada.fetch('/api/user/save-api-key', { method: 'POST', json })).json()).toMatchObject({
      code: 'api_key_rejected',
    });
  } finally {
    await api.close();
  }
});
