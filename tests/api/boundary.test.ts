import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { refusal, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { lighthouse } from './new-project.ts';

let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
});
afterEach(() => api.close());

test('our own page is known by Fetch Metadata or by its origin, under each name of this machine', async () => {
  const send = (headers: Record<string, string>) =>
    api.fetch('/api/projects', {
      method: 'POST',
      headers: { Cookie: ada.cookie, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(lighthouse),
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
    expect((await refusal(await api.fetch(`http://${host}/api/health`))).slice(0, 2)).toEqual([421, 'wrong_host']);
  }
});

test('a load balancer asks under whatever address it has of this machine', async () => {
  expect((await api.fetch('http://10.1.2.3:8787/api/health/ready')).status).toBe(200);
  expect((await api.fetch('http://10.1.2.3:8787/api/health/ready/')).status).toBe(421);
});

test('an unknown path is a JSON 404, and so is an id of another version', async () => {
  for (const path of ['/api/nope', '/api/projects/00000000-0000-4000-8000-000000000000'])
    expect((await refusal(await ada.fetch(path))).slice(0, 2)).toEqual([404, 'not_found']);
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
  const reply = await ada.fetch('/api/projects', { method: 'POST', json: { ...lighthouse, ...fields } });
  expect(await refusal(reply)).toEqual([422, 'invalid_input', message]);
});

test('a bad header of a change is named', async () => {
  const reply = await ada.fetch('/api/projects', {
    method: 'POST',
    json: lighthouse,
    headers: { 'Idempotency-Key': 'x'.repeat(129) },
  });
  expect(await refusal(reply)).toEqual([
    422,
    'invalid_input',
    'Idempotency key must be 1 to 128 printable characters.',
  ]);
});

test('an empty body with a type is judged as an empty body', async () => {
  const reply = await ada.fetch('/api/projects', { method: 'POST', headers: { 'Content-Type': 'text/plain' } });
  expect(reply.status).toBe(422);
});

test('what nobody foresaw is told to the log and not to the person', async () => {
  await api.db.execute('alter table projects rename to elsewhere');
  const reply = await ada.fetch('/api/user/projects');
  expect(await refusal(reply)).toEqual([500, 'internal', 'Something went wrong on our side. Please try again.']);
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
