import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { runnerOf, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

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

test('a planted key is in no reply, no log line and no file, whatever fails', async () => {
  const key = 'AQ.Planted-Canary-Key_0123456789-abcdef';
  const replies: Response[] = [];
  const call = async (path: string, json?: unknown): Promise<void> => {
    replies.push(await ada.fetch(path, json === undefined ? {} : { method: 'POST', json }));
  };
  await call('/api/validate-api-key', { apiKey: key });
  await call('/api/user/save-api-key', { apiKey: key });
  const { id } = await newProject(ada, { model: 'omni' });
  await call('/api/models');
  await call('/api/improve-description', { description: 'Fine.' });
  await call('/api/improve-description', { description: 'Broken. [[500]]' });
  await call('/api/improve-description', { description: 'Gone. [[drop]]' });
  await call(`/api/projects/${id}/generate-character-references`, { maxCharacters: 1 });
  await call(`/api/projects/${id}/generate-scenes`, {});
  const runner = runnerOf(api);
  await runner.runUntilIdle();
  await runner.stop();
  await gemini.close();
  await call('/api/improve-description', { description: 'Down.' });
  await call(`/api/projects/${id}/improve-description`, {});
  await call('/api/auth/user');
  await call('/api/user/projects');
  expect(gemini.requests.some(({ headers }) => headers['x-goog-api-key'] === key)).toBe(true);
  const texts = await Promise.all(replies.map((reply) => reply.text()));
  for (const file of await readdir(api.folder, { recursive: true, withFileTypes: true }))
    if (file.isFile()) texts.push((await readFile(join(file.parentPath, file.name))).toString('latin1'));
  expect(replies.filter((reply) => reply.status >= 500).length).toBeGreaterThan(2);
  // The middle of the key: its mask, which may be seen, has the ends.
  expect([...texts, ...api.logLines].filter((text) => text.includes('Canary-Key_0123456789'))).toEqual([]);
});
