/** Whom search engines find: nobody who publishes, but where the owner lets them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWeb } from '#edge-api/node/serve-web.ts';
import { isListedProject } from '#edge-api/repos/showcase.ts';
import { keepFromSearchEngines } from '#edge-api/search-engines.ts';
import { showcaseProjectReply } from '#shared/api/showcase.ts';
import type { Project } from '#shared/entities/project.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

let api: TestApi;
let ada: TestUser;
let web: ReturnType<typeof serveWeb>;

beforeAll(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  const folder = join(api.folder, 'web');
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>AI Storyreel</title>');
  web = serveWeb(folder, api.config, (projectId) => isListedProject(api.db, projectId));
});
afterAll(() => api.close());

const robots = async (path: string): Promise<string | null> => {
  const reply = await web.fetch(new Request(`${api.config.publicUrl}${path}`));
  expect(reply.status).toBe(200);
  return reply.headers.get('x-robots-tag');
};
const patch = (id: string, json: Partial<Project>): Promise<Project> =>
  ada.json(`/api/projects/${id}`, { method: 'PATCH', json });

test('the page of a public project is kept from them until its owner lets them list it', async () => {
  const { id, isIndexable } = await newProject(ada);
  const page = `/showcase/${id}`;
  expect(isIndexable).toBe(false);
  await patch(id, { isPublic: true });
  expect(await robots(page)).toBe('noindex');
  expect(await patch(id, { isIndexable: true })).toMatchObject({ isIndexable: true });
  expect([await robots(page), await robots(`${page}/`)]).toEqual([null, null]);
  const shown = await (await api.fetch(`/api/showcase/projects/${id}`)).json();
  expect(showcaseProjectReply.parse(shown).project.isIndexable).toBe(true);
  await patch(id, { isPublic: false });
  expect(await robots(page)).toBe('noindex');
  await patch(id, { isPublic: true });
  expect(await robots(page)).toBeNull();
  await patch(id, { isIndexable: false });
  expect(await robots(page)).toBe('noindex');
  await patch(id, { isIndexable: true });
  await ada.fetch(`/api/projects/${id}`, { method: 'DELETE' });
  expect(await robots(page)).toBe('noindex');
});

test('the list of all public projects, and what is no project’s page, is kept from them', async () => {
  for (const path of ['/showcase', '/Showcase/x', '/showcase/%6fne', '/showcase/0'.padEnd(46, '0')])
    expect(await robots(path)).toBe('noindex');
  expect([await robots('/'), await robots('/landing')]).toEqual([null, null]);
});

test('a database that can’t be asked lets nobody list anything', async () => {
  const headers = new Headers();
  const path = '/showcase/019a0000-0000-7000-8000-000000000001';
  await keepFromSearchEngines(path, headers, () => Promise.reject(new Error('The database is gone.')));
  expect(headers.get('x-robots-tag')).toBe('noindex');
});

test('the history tells that the owner let them', async () => {
  const { id } = await newProject(ada);
  await patch(id, { isIndexable: true });
  const entries = await ada.json<{ fields: unknown[] }[]>(`/api/projects/${id}/history`);
  expect(entries.flatMap(({ fields }) => fields)).toMatchObject([{ field: 'isIndexable', before: false, after: true }]);
});
