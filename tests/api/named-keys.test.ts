/** A provider, or a gateway before it, that names the key in whatever it refuses with: nobody is told, now or later. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProjectAndScenes } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import { CANARY_KEY, filesWithCanary, findCanary } from './battery/canary.ts';
import { idea } from './battery/people.ts';
import { runnerOf, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';

let upstream: Server;
/** null breaks the connection. */
let status: number | null;
let timesAsked: number;
let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  timesAsked = 0;
  upstream = createServer((request, response) => {
    timesAsked++;
    if (status === null) return void response.destroy();
    const error = {
      code: status,
      status: 'ODD',
      message: `Consumer 'api_key:${String(request.headers['x-goog-api-key'])}' is odd`,
    };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}` } });
  ada = await api.as('Ada');
  await saveKey(ada, CANARY_KEY);
});
afterEach(async () => {
  await api.close();
  upstream.closeAllConnections();
  upstream.close();
});

/** Asks the models for all that they can be asked for, and reads back what was kept of it. */
async function askForEverything(): Promise<string[]> {
  const { id } = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  const empty = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Tower') });
  const scene = { title: 'One', description: 'It rains.', duration: 8 };
  const { scenes } = await ada.json<ProjectAndScenes>(`/api/projects/${id}/scenes`, { method: 'POST', json: scene });
  const calls: [string, object][] = [
    ['/api/validate-api-key', { apiKey: CANARY_KEY }],
    ['/api/improve-description', { description: 'A keeper.' }],
    ['/api/detect-genres', { description: 'A keeper.' }],
    [`/api/projects/${id}/improve-description`, {}],
    [`/api/scenes/${scenes[0]?.id}/improve-description`, { apiKey: CANARY_KEY }],
    [`/api/projects/${id}/generate-character-references`, { maxCharacters: 1 }],
    [`/api/projects/${id}/generate-videos`, {}],
    [`/api/projects/${empty.id}/generate-scenes`, {}],
  ];
  const replies: string[] = [];
  for (const [path, json] of calls)
    replies.push(await (await ada.fetch(path, { method: 'POST', json, headers: { 'Idempotency-Key': path } })).text());
  const runner = runnerOf(api);
  await runner.runUntilIdle();
  await runner.stop();
  for (const path of ['/api/models', '/api/user/projects', `/api/projects/${id}/scenes`])
    replies.push(await (await ada.fetch(path)).text());
  return replies;
}

test.each<[number | null, { isLogged: boolean }]>([
  [null, { isLogged: false }],
  [400, { isLogged: true }],
  [403, { isLogged: true }],
  [429, { isLogged: false }],
  [500, { isLogged: true }],
  [503, { isLogged: true }],
])('with status %s', async (answered, { isLogged }) => {
  status = answered;
  const told = [...(await askForEverything()), ...api.logLines];
  expect(timesAsked).toBeGreaterThan(5);
  expect(told.filter((text) => findCanary(text) !== null)).toEqual([]);
  expect(await filesWithCanary(api.folder)).toEqual([]);
  // What was said beside the key is still there for whoever looks for a fault.
  expect(told.some((text) => text.includes('api_key:[key]'))).toBe(isLogged);
});
