/** Which models a key reaches, asked no oftener than the limits of a real server allow. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { STANDARD_RATE_LIMITS } from '#edge-api/services/rate-limit.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

const HOUR_MS = 60 * 60 * 1000;

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  gemini = await startFakeGemini({ keys: () => 'good' });
  api = await startTestApi({
    environment: { GOOGLE_GEMINI_BASE_URL: gemini.url },
    rateLimits: STANDARD_RATE_LIMITS,
  });
  ada = await api.as('Ada');
});
afterEach(async () => {
  await api.close();
  await gemini.close();
});

const save = (apiKey: string) => ada.json('/api/user/save-api-key', { method: 'POST', json: { apiKey } });
const list = (): Promise<Response> => ada.fetch('/api/models');

test('tries no more keys by saving them than by asking about them', async () => {
  for (let i = 0; i < 5; i++) {
    await save(`AQ.key-number-${i}`);
    expect((await list()).status).toBe(200);
  }
  const asked = gemini.requests.length;
  await save('AQ.key-number-5');
  const refused = await list();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '12']);
  const check = await ada.fetch('/api/validate-api-key', { method: 'POST', json: { apiKey: 'AQ.key-number-6' } });
  expect(check.status).toBe(429);
  expect(gemini.requests).toHaveLength(asked);
  api.clock.advance(12_000);
  expect((await list()).status).toBe(200);
});

test('gives what is remembered as often as it is wanted', async () => {
  await save('AQ.key');
  for (let i = 0; i < 30; i++) expect((await list()).status).toBe(200);
});

test('counts nothing in the demo studio, which asks nobody', async () => {
  for (let i = 0; i < 8; i++) {
    await save(`AQ.key-number-${i}`);
    await save('demo-studio');
    expect((await list()).status).toBe(200);
  }
  expect(gemini.requests).toEqual([]);
});

test('remembers for a minute that the provider gave no answer', async () => {
  await save('AQ.key');
  const { url } = gemini;
  await gemini.close();
  const first = await list();
  const failure = await first.json();
  expect([first.status, failure.code]).toEqual([502, 'provider_failed']);
  gemini = await startFakeGemini({ keys: () => 'good', port: Number(new URL(url).port) });
  for (let i = 0; i < 10; i++) expect(await (await list()).json()).toMatchObject({ message: failure.message });
  expect(gemini.requests).toEqual([]);
  api.clock.advance(60_000);
  expect((await list()).status).toBe(200);
});

test('gives its last answer while the provider gives none', async () => {
  await save('AQ.key');
  const rows = await (await list()).json();
  await gemini.close();
  api.clock.advance(HOUR_MS);
  for (let i = 0; i < 10; i++) expect(await (await list()).json()).toEqual(rows);
});
