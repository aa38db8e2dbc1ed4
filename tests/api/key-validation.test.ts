import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  gemini = await startFakeGemini();
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
  ada = await api.as('Ada');
});
afterEach(async () => {
  await api.close();
  await gemini.close();
});

const validate = (apiKey: string): Promise<Response> =>
  ada.fetch('/api/validate-api-key', { method: 'POST', json: { apiKey } });

describe('the provider’s verdict', () => {
  test.each([FAKE_KEYS.good, FAKE_KEYS.standard, FAKE_KEYS.serviceBlocked, FAKE_KEYS.noCredit])(
    'on %s is that it is good',
    async (apiKey) => {
      expect(await (await validate(apiKey)).json()).toEqual({ valid: true });
    },
  );

  test.each([
    ['a wrong key', FAKE_KEYS.bad, /doesn’t accept this API key/],
    ['an expired key', FAKE_KEYS.expired, /has expired/],
    ['a key without permission', FAKE_KEYS.denied, /turned off/],
    ['a leaked key', FAKE_KEYS.leaked, /found in public/],
    ['a key of a kind that is over', FAKE_KEYS.oldKind, /no longer accepts this kind of key/],
    ['a country that is not served', FAKE_KEYS.region, /your country/],
  ])('on %s is a sentence that says so', async (_, apiKey, sentence) => {
    const reply = await validate(apiKey);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ valid: false, error: expect.stringMatching(sentence) });
  });

  test.each(['sk-any-prefix-0123456789', 'x', '0123456789'.repeat(40)])(
    'decides alone: %s is not refused for what it looks like',
    async (apiKey) => {
      const trusting = await startFakeGemini({ keys: () => 'good' });
      await api.close();
      api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: trusting.url } });
      ada = await api.as('Ada');
      try {
        expect(await (await validate(apiKey)).json()).toEqual({ valid: true });
      } finally {
        await trusting.close();
      }
    },
  );

  test('is none while the provider is down: that is no word against the key', async () => {
    await gemini.close();
    const reply = await validate(FAKE_KEYS.good);
    expect([reply.status, (await reply.json()).code]).toEqual([502, 'provider_failed']);
  });

  test('is asked for by one call that costs nothing, with the key in a header alone', async () => {
    await validate(FAKE_KEYS.good);
    expect(
      gemini.requests.map(({ operation, headers, query }) => [operation, headers['x-goog-api-key'], query['key']]),
    ).toEqual([['models.list', FAKE_KEYS.good, undefined]]);
  });
});
