import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

let api: TestApi;
let ada: TestUser;
let project: Project;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  const json = {
    title: 'The Lighthouse',
    description: 'An idea.',
    targetLength: 30,
    genres: ['drama'],
    model: 'omni',
    aspectRatio: '16:9',
  };
  project = await ada.json<Project>('/api/projects', { method: 'POST', json });
  await ada.json(`/api/projects/${project.id}/scenes`, {
    method: 'POST',
    json: { title: 'One', description: 'It begins.', duration: 8 },
  });
});
afterEach(() => api.close());

const paths = (): string[] => [
  '/api/user/projects',
  `/api/projects/${project.id}`,
  `/api/projects/${project.id}/scenes`,
];

test('rows that the client has are not sent again, and are as soon as they change', async () => {
  for (const path of paths()) {
    const first = await ada.fetch(path);
    const tag = first.headers.get('etag') ?? '';
    expect([path, tag]).toEqual([path, expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
    const headers = { 'If-None-Match': tag };
    const second = await ada.fetch(path, { headers });
    expect([path, second.status, await second.text(), second.headers.get('etag')]).toEqual([path, 304, '', tag]);
    expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const weak = await ada.fetch(path, { headers: { 'If-None-Match': `"other", W/${tag}` } });
    expect([path, weak.status]).toEqual([path, 304]);
    api.clock.advance(1_000);
    await api.db.execute({ sql: 'update scenes set note = ?, updated_at_ms = ?', args: [path, api.clock.now()] });
    await api.db.execute({ sql: 'update projects set updated_at_ms = ?', args: [api.clock.now()] });
    const third = await ada.fetch(path, { headers });
    expect([path, third.status]).toEqual([path, 200]);
    expect(third.headers.get('etag')).not.toBe(tag);
  }
});

test('a tag tells nothing to whom the rows are not', async () => {
  const bob = await api.as('Bob');
  for (const path of paths().slice(1)) {
    const tag = (await ada.fetch(path)).headers.get('etag') ?? '';
    expect((await bob.fetch(path, { headers: { 'If-None-Match': tag } })).status).toBe(404);
    expect((await api.fetch(path, { headers: { 'If-None-Match': tag } })).status).toBe(401);
  }
});

test('no cache on the way may keep a person’s rows', async () => {
  for (const path of paths()) expect((await ada.fetch(path)).headers.get('cache-control')).toBe('no-store');
});
