/** Deleting an account: nothing of the person is left, nobody else loses anything, and nothing is paid for again. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { parseRows } from '#edge-api/db/rows.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { beginLeaving } from '#edge-api/repos/leaving.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { idea, newOwner, newPerson } from './battery/people.ts';
import { canExport, runnerOf, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene } from './new-project.ts';

const HOUR_MS = 60 * 60 * 1000;

let gemini: FakeGemini;
let api: TestApi;
beforeEach(async () => {
  gemini = await startFakeGemini({ delayMs: 0 });
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url }, deps: canExport });
});
afterEach(async () => {
  await api.close();
  await gemini.close();
});

const remove = (user: TestUser, confirm = 'delete'): Promise<Response> =>
  user.fetch('/api/user', { method: 'DELETE', json: { confirm } });

/** Every row in any table that names a person, by the table. */
async function rowsNaming(userId: string): Promise<string[]> {
  const tables = await api.db.execute(`select name from sqlite_master where type = 'table'`);
  const found: string[] = [];
  for (const { name } of parseRows(z.object({ name: z.string() }), tables)) {
    const rows = await api.db.execute(`select * from ${name}`);
    if (JSON.stringify(rows.rows).includes(userId)) found.push(name);
  }
  return found;
}

const isStored = (sha256: string): Promise<boolean> =>
  access(join(api.folder, 'media', sha256.slice(0, 2), sha256)).then(
    () => true,
    () => false,
  );

const namesIn = async (sql: string): Promise<string[]> =>
  parseRows(z.object({ sha256: z.string() }), await api.db.execute(sql)).map(({ sha256 }) => sha256);

test('asks for the word, and does nothing without it', async () => {
  const { user } = await newPerson(api, 'Ada');
  for (const confirm of ['', 'DELETE', 'yes']) expect((await remove(user, confirm)).status).toBe(422);
  expect((await user.fetch('/api/auth/user')).status).toBe(200);
});

test('leaves no row and no file of the person, and all of everybody else’s', async () => {
  const ada = await newOwner(api, 'Ada');
  const bob = await newOwner(api, 'Bob');
  // Both have the same clip; only Ada has this export.
  expect(ada.clip.sha256).toBe(bob.clip.sha256);
  const [movie = ''] = await namesIn(`select file_sha256 as sha256 from export_jobs where user_id = '${ada.user.id}'`);
  expect([await isStored(movie), await isStored(ada.clip.sha256)]).toEqual([true, true]);
  const seen = await api.fetch(`/api/showcase/projects/${ada.publicProjectId}`);
  expect(seen.status).toBe(200);
  const before = await bob.user.json('/api/user/projects');
  api.clock.advance(2 * HOUR_MS);

  const reply = await remove(ada.user);
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/^sid=; Max-Age=0/)]);

  expect(await rowsNaming(ada.user.id)).toEqual([]);
  expect((await ada.user.fetch('/api/auth/user')).status).toBe(401);
  expect((await api.fetch(`/api/showcase/projects/${ada.publicProjectId}`)).status).toBe(404);
  const tag = seen.headers.get('etag') ?? '';
  const again = await api.fetch(`/api/showcase/projects/${ada.publicProjectId}`, { headers: { 'If-None-Match': tag } });
  expect(again.status).toBe(404);
  expect(await (await api.fetch('/api/showcase/projects')).text()).not.toContain(ada.publicProjectId);
  expect([await isStored(movie), await isStored(bob.clip.sha256)]).toEqual([false, true]);
  expect(await bob.user.json('/api/user/projects')).toEqual(before);
  expect((await bob.user.fetch(`/api/media/${bob.clip.sha256}`)).status).toBe(200);
  expect((await bob.user.fetch(`/api/media/${bob.clip.sha256}/frames/first`)).status).toBe(200);
});

test('removes the files at once where nobody else holds them', async () => {
  const ada = await newOwner(api, 'Ada');
  const files = [
    ...(await namesIn('select sha256 from media')),
    ...(await namesIn('select blob_sha256 as sha256 from frames')),
  ];
  expect(await Promise.all(files.map(isStored))).toEqual([true, true]);
  api.clock.advance(2 * HOUR_MS);
  expect((await remove(ada.user)).status).toBe(204);
  expect(await Promise.all(files.map(isStored))).toEqual([false, false]);
  for (const table of ['users', 'projects', 'scenes', 'media', 'frames', 'jobs', 'ledger', 'sessions', 'api_keys'])
    expect([table, (await api.db.execute(`select * from ${table}`)).rows]).toEqual([table, []]);
});

test('removes a file that was put within the hour when that is over', async () => {
  const ada = await newOwner(api, 'Ada');
  const [movie = ''] = await namesIn('select file_sha256 as sha256 from export_jobs');
  await remove(ada.user);
  expect(await isStored(movie)).toBe(true);
  api.clock.advance(2 * HOUR_MS);
  await tidyUp(api.deps);
  expect(await isStored(movie)).toBe(false);
});

test('the same sign-in is a new account afterward, with nothing in it', async () => {
  const ada = await newOwner(api, 'Ada');
  await remove(ada.user);
  const again = await api.as(ada.mark);
  expect(again.id).not.toBe(ada.user.id);
  expect(await again.json('/api/user/projects')).toEqual([]);
  expect(await again.json('/api/auth/user')).toMatchObject({ geminiApiKey: null });
});

test('goes on where an interruption left it', async () => {
  const ada = await newOwner(api, 'Ada');
  await api.db.batch(beginLeaving(ada.user.id, api.clock.now()), 'write');
  expect((await ada.user.fetch('/api/auth/user')).status).toBe(401);
  expect((await api.fetch(`/api/showcase/projects/${ada.publicProjectId}`)).status).toBe(404);
  await tidyUp(api.deps);
  expect(await rowsNaming(ada.user.id)).toEqual([]);
});

test('stops generations, tells the model, and sends nothing again', async () => {
  const { user } = await newPerson(api, 'Ada');
  const runner = runnerOf(api);
  const project = await user.json<{ id: string }>('/api/projects', { method: 'POST', json: idea('Ada') });
  for (const title of ['One', 'Two', 'Three'])
    await addScene(user, project.id, { title, description: 'It rains [slow].' });
  await user.json(`/api/projects/${project.id}/generate-videos`, { method: 'POST', json: {} });
  await runner.runUntilIdle();
  const running = (await api.db.execute(`select id from jobs where state = 'running'`)).rows.length;
  expect(running).toBeGreaterThan(0);
  const billed = gemini.requests.filter(({ operation }) => operation === 'interactions.create').length;
  expect((await remove(user)).status).toBe(204);
  const told = gemini.requests.filter(({ operation }) => operation === 'interactions.cancel').length;
  expect(told).toBe(running);
  api.clock.advance(60 * 60 * 1000);
  await runner.runUntilIdle();
  expect(gemini.requests.filter(({ operation }) => operation === 'interactions.create')).toHaveLength(billed);
  expect(await rowsNaming(user.id)).toEqual([]);
});
