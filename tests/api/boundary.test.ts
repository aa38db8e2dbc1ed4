import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { errorBodySchema } from '#shared/api/error.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { limits } from '#shared/limits.ts';
import { ORIGIN, startTestApi, type TestApi, type TestUser } from './harness.ts';

const idea = {
  title: 'The Lighthouse',
  description: 'A keeper finds a letter.',
  targetLength: 60,
  genres: ['mystery'],
  model: 'omni',
  aspectRatio: '16:9',
};
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ requestBody: z.unknown().optional() }))),
});

let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
});
afterEach(() => api.close());

async function refusal(reply: Response): Promise<{ status: number; code: string; message: string }> {
  const { code, message } = errorBodySchema.parse(await reply.json());
  return { status: reply.status, code, message };
}

/** Every route that the API documents, with ids filled in that nobody has. */
async function routes(): Promise<{ method: string; path: string; hasBody: boolean }[]> {
  const { paths } = documentSchema.parse(await (await api.fetch('/api/openapi.json')).json());
  const id = uuidv7(0, new Uint8Array(10));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path: path
        .replace('/media/{id}', `/media/${'0'.repeat(64)}`)
        .replace('{sha256}', '0'.repeat(64))
        .replace('{place}', 'first')
        .replace('{provider}', 'google')
        .replace(/\{\w+\}/g, id),
      hasBody: requestBody !== undefined,
    })),
  );
}

describe('every route', () => {
  const open = new Set([
    'GET /api/health',
    'GET /api/health/ready',
    'GET /api/login',
    'POST /api/login',
    'GET /api/login/google',
    'GET /api/login/google/callback',
    'GET /api/logout',
    'POST /api/logout',
    'GET /api/check-ffmpeg',
  ]);

  test('asks who is there', async () => {
    const all = await routes();
    expect(all.length).toBeGreaterThan(20);
    for (const { method, path } of all) {
      if (open.has(`${method} ${path}`) || path.endsWith('/report')) continue;
      const reply = await api.fetch(path, { method, headers: { Origin: ORIGIN } });
      // Public projects and their clips are everybody's: an unknown one is not found, for whomever.
      const isPublic = method === 'GET' && /^\/api\/(media|showcase)\//.test(path);
      const expected = isPublic ? [200, 401, 404] : [401];
      expect(expected, `${method} ${path} answered ${reply.status}`).toContain(reply.status);
    }
  });

  test('that changes something hears our own pages only', async () => {
    const changing = (await routes()).filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(10);
    const foreign: Record<string, string>[] = [
      {},
      { Origin: 'https://evil.test' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' },
    ];
    for (const { method, path } of changing) {
      for (const headers of foreign) {
        const reply = await api.fetch(path, { method, headers: { ...headers, Cookie: ada.cookie } });
        expect([path, (await refusal(reply)).code]).toEqual([path, 'foreign_origin']);
      }
    }
  });

  test('that takes JSON refuses what is none, what is too large and what is of another type', async () => {
    // The others take a form, a picture, or a part of a file.
    const isOther = (path: string): boolean =>
      path === '/api/login' || /^\/api\/(media|export-pictures\/0)|\/picture$|\/parts\//.test(path);
    const json = (await routes()).filter(({ path, hasBody }) => hasBody && !isOther(path));
    expect(json.length).toBeGreaterThan(6);
    for (const { method, path } of json) {
      const send = async (type: string, body: string) => [
        path,
        (await refusal(await ada.fetch(path, { method, headers: { 'Content-Type': type }, body }))).code,
      ];
      expect(await send('application/json', '{"title"')).toEqual([path, 'bad_json']);
      expect(await send('text/plain', '{}')).toEqual([path, 'wrong_content_type']);
      const most = path.endsWith('/versions') ? limits.versionBytes : limits.jsonBodyBytes;
      expect(await send('application/json', JSON.stringify({ title: 'x'.repeat(most) }))).toEqual([path, 'too_large']);
    }
  });
});

test('our own page is known by Fetch Metadata or by its origin, under each name of this machine', async () => {
  const send = (headers: Record<string, string>) =>
    api.fetch('/api/projects', {
      method: 'POST',
      headers: { Cookie: ada.cookie, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(idea),
    });
  for (const headers of [
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'http://localhost:8787' },
    { Origin: 'http://[::1]:8787' },
  ]) {
    expect((await send(headers)).status).toBe(201);
  }
  expect((await send({ Origin: 'http://localhost:9999' })).status).toBe(403);
});

test('the server answers under its own names only', async () => {
  for (const host of ['127.0.0.1:8787', 'localhost:8787', '[::1]:8787'])
    expect((await api.fetch(`http://${host}/api/health`)).status).toBe(200);
  for (const host of ['evil.test:8787', '127.0.0.1:9999', 'localhost']) {
    expect(await refusal(await api.fetch(`http://${host}/api/health`))).toMatchObject({
      status: 421,
      code: 'wrong_host',
    });
  }
});

test('a load balancer asks under whatever address it has of this machine', async () => {
  expect((await api.fetch('http://10.1.2.3:8787/api/health/ready')).status).toBe(200);
  expect((await api.fetch('http://10.1.2.3:8787/api/health/ready/')).status).toBe(421);
});

test('an unknown path is a JSON 404, and no id is somebody’s that can’t be one', async () => {
  expect(await refusal(await ada.fetch('/api/nope'))).toMatchObject({ status: 404, code: 'not_found' });
  for (const id of ['1', '..%2f..%2fetc', '%00', '00000000-0000-4000-8000-000000000000']) {
    expect(await refusal(await ada.fetch(`/api/projects/${id}`))).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test.each([
  [{ title: '' }, 'Title must not be empty.'],
  [{ title: 'x'.repeat(121) }, 'Title can have at most 120 characters.'],
  [{ title: undefined }, 'Title is missing.'],
  [{ title: 7 }, 'Title must be text.'],
  [{ description: 'x'.repeat(5_001) }, 'Description can have at most 5,000 characters.'],
  [{ targetLength: 20 }, 'Target length must be at least 30.'],
  [{ targetLength: 45 }, 'Target length must be a multiple of 30.'],
  [{ targetLength: 660 }, 'Target length must be at most 600.'],
  [{ genres: [] }, 'Genres must have at least one entry.'],
  [{ genres: ['mystery', 'mystery'] }, 'Choose each genre only once.'],
  [{ genres: ['cooking'] }, 'Genres 1 must be one of the known values.'],
  [{ model: 'sora' }, 'Model must be veo-3.1, veo-3, veo-2, or omni.'],
  [{ aspectRatio: '1:1' }, 'Aspect ratio must be 16:9 or 9:16.'],
  [{ id: 'abc' }, 'Id must be a UUIDv7.'],
  [{ userId: 'me' }, 'The request must not have userId.'],
])('a project that breaks a rule is refused in words that name field and limit (%#)', async (fields, message) => {
  const reply = await ada.fetch('/api/projects', { method: 'POST', json: { ...idea, ...fields } });
  expect(await refusal(reply)).toEqual({ status: 422, code: 'invalid_input', message });
});

test('a bad header of a change is named', async () => {
  const reply = await ada.fetch('/api/projects', {
    method: 'POST',
    json: idea,
    headers: { 'Idempotency-Key': 'x'.repeat(129) },
  });
  expect(await refusal(reply)).toMatchObject({
    code: 'invalid_input',
    message: 'Idempotency key must be 1 to 128 printable characters.',
  });
});

test('an empty body with a type is judged as an empty body', async () => {
  const reply = await ada.fetch('/api/projects', { method: 'POST', headers: { 'Content-Type': 'text/plain' } });
  expect(await refusal(reply)).toMatchObject({ status: 422 });
});

test('replies carry the headers that keep a browser in its place', async () => {
  const [page, data] = [await api.fetch('/api/login'), await ada.fetch('/api/auth/user')];
  expect(page.headers.get('content-security-policy')).toMatch(
    /script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:/,
  );
  expect(data.headers.get('content-security-policy')).toBe(`default-src 'none'; frame-ancestors 'none'`);
  for (const reply of [page, data]) {
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
      'cache-control': 'no-store',
    });
  }
});

test('what nobody foresaw is told to the log and not to the person', async () => {
  await api.db.execute('alter table projects rename to elsewhere');
  const reply = await ada.fetch('/api/user/projects');
  expect(await refusal(reply)).toEqual({
    status: 500,
    code: 'internal',
    message: 'Something went wrong on our side. Please try again.',
  });
  expect(api.logLines.join('\n')).toMatch(/request_failed.*no such table/);
  await api.db.execute('alter table elsewhere rename to projects');
});

test('the service says whether it is well', async () => {
  expect(await (await api.fetch('/api/health')).json()).toEqual({
    status: 'ok',
    version: '0.1.0',
    database: 'ok',
    ffmpeg: false,
  });
  const gone = await openFileDatabase(`file:${join(api.folder, 'gone.db')}`);
  gone.close();
  const cutOff = await startTestApi({ deps: { db: gone } });
  expect(await (await cutOff.fetch('/api/health')).json()).toMatchObject({
    status: 'degraded',
    database: 'unreachable',
  });
  await cutOff.close();
});
