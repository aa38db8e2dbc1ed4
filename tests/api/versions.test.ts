/** Versions of a project: who reads them, that they are kept once and never changed, and how many of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WholeVersion } from '#shared/api/versions.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import type { VersionReason, VersionSummary } from '#shared/entities/version.ts';
import { limits } from '#shared/limits.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { sceneRow, testHash } from '#tests/helpers/rows.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const phone = { id: uuidv7(Date.UTC(2026, 10, 21), new Uint8Array(10)), name: 'Safari on iPhone' };
const byPhone = { 'Storyreel-Device': phone.id, 'Storyreel-Device-Name': phone.name };

let api: TestApi;
let ada: TestUser;
let project: Project;
beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await newProject(ada);
});
afterEach(() => api.close());

const newId = (): string => uuidv7(api.clock.now(), crypto.getRandomValues(new Uint8Array(10)));
const path = (id = project.id): string => `/api/projects/${id}/versions`;
const documentOf = (title: string, scenes = [sceneRow(1), sceneRow(2)]) => ({
  project: { title, description: 'A keeper sees a light.', model: 'veo-3.1' as const, levelling: true, audio: [] },
  scenes,
});
type Wish = { id?: string; at?: number; name?: string | null; reason?: VersionReason; document?: object };
const body = ({
  id = newId(),
  at = api.clock.now(),
  name = null,
  document = documentOf('Harbor'),
  ...wish
}: Wish = {}) => ({
  ...{ id, at, name, document },
  reason: name === null ? (wish.reason ?? 'editing') : 'named',
});
const keep = (wish: Wish = {}, headers: Record<string, string> = byPhone): Promise<VersionSummary> =>
  ada.json(path(), { method: 'POST', json: body(wish), headers });
const list = (): Promise<VersionSummary[]> => ada.json(path());
const names = async (): Promise<(string | null)[]> => (await list()).map(({ name }) => name);

test('a version comes back as it was kept, with the device that kept it', async () => {
  const document = documentOf('Before the recut', [sceneRow(1, { sha256: testHash(4), trimStart: 1.25 }), sceneRow(2)]);
  Object.assign(document, {
    characters: [{ id: uuidv7(0, new Uint8Array(10)), name: 'Mara', description: 'A keeper.' }],
  });
  const at = api.clock.now() - 60_000;
  const kept = await keep({ name: 'Before the recut', at, document });
  const { id } = kept;
  expect(kept).toEqual({ id, projectId: project.id, at, reason: 'named', name: 'Before the recut', device: phone });
  expect(await list()).toEqual([kept]);
  const whole = await ada.json<WholeVersion>(`${path()}/${id}`);
  const scenes = document.scenes.map((scene) => ({ ...scene, projectId: project.id }));
  expect(whole).toEqual({ ...kept, document: { ...document, scenes } });
});

test('a time that is still to come counts as now, and the list tells the newest first', async () => {
  await keep({ name: 'One', at: 5 });
  await keep({ name: 'Two', at: api.clock.now() + DAY_MS });
  await keep({ name: 'Three', at: 7 });
  const versions = await list();
  expect(versions.map(({ name, at }) => [name, at])).toEqual([
    ['Two', api.clock.now()],
    ['Three', 7],
    ['One', 5],
  ]);
});

describe('sent again', () => {
  test('with its key or without, it is there once, and stays as it was', async () => {
    const id = newId();
    const sent = { id, name: 'First' };
    const first = await keep(sent, { 'Idempotency-Key': id });
    expect(await keep(sent, { 'Idempotency-Key': id })).toEqual(first);
    expect(await keep({ id, name: 'Changed', document: documentOf('Changed') })).toEqual(first);
    expect(await list()).toEqual([first]);
    expect((await ada.json<WholeVersion>(`${path()}/${id}`)).document.project.title).toBe('Harbor');
    const other = await ada.fetch(path(), { method: 'POST', json: body(), headers: { 'Idempotency-Key': id } });
    expect(other.status).toBe(409);
  });

  test('at once, it is there once', async () => {
    const json = body({ name: 'Twice' });
    const sent = () => ada.json(path(), { method: 'POST', json });
    const replies = await Promise.all([sent(), sent(), sent()]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });
});

test('the same id in another project is another version', async () => {
  const other = await newProject(ada, { title: 'Other' });
  const json = body({ name: 'Shared' });
  for (const id of [project.id, other.id]) await ada.json(path(id), { method: 'POST', json });
  expect(await names()).toEqual(['Shared']);
  expect(await ada.json(path(other.id))).toMatchObject([{ projectId: other.id }]);
  const theirs = await ada.fetch(`${path(other.id)}/${newId()}`);
  expect(theirs.status).toBe(404);
});

test.each([
  ['no scenes', { project: documentOf('Harbor').project }],
  ['a field that nobody knows', { ...documentOf('Harbor'), secret: 1 }],
  ['a scene of another form', { ...documentOf('Harbor'), scenes: [{ id: 'x' }] }],
  [
    'too many scenes',
    documentOf(
      'Harbor',
      Array.from({ length: limits.scenesPerProject * 2 + 1 }, () => sceneRow(1)),
    ),
  ],
])('a document with %s is refused', async (_, document) => {
  const reply = await ada.fetch(path(), { method: 'POST', json: body({ document }) });
  expect([reply.status, await reply.json()]).toMatchObject([
    422,
    { message: 'This version’s document can’t be read.' },
  ]);
  expect(await list()).toEqual([]);
});

test('the longest movie with the longest words that fit is kept, and one byte more is refused', async () => {
  const scenes = Array.from({ length: limits.scenesPerProject }, (_, index) =>
    sceneRow(index + 1, { description: 'word '.repeat(900), prompt: 'shot '.repeat(1_000) }),
  );
  const whole = body({ document: documentOf('Long', scenes) });
  expect(JSON.stringify(whole).length).toBeGreaterThan(1_400_000);
  expect((await ada.fetch(path(), { method: 'POST', json: whole })).status).toBe(201);
  const over =
    ' '.repeat(limits.versionBytes - JSON.stringify(whole).length + 1) + JSON.stringify({ ...whole, id: newId() });
  const headers = { 'Content-Type': 'application/json' };
  expect((await ada.fetch(path(), { method: 'POST', body: over, headers })).status).toBe(413);
});

test('a client that has the list, or a version, is told so', async () => {
  await keep({ name: 'One' });
  const ask = async (at: string, tag?: string | null) => {
    const reply = await ada.fetch(at, tag ? { headers: { 'If-None-Match': tag } } : {});
    return [reply.status, reply.headers.get('ETag')] as const;
  };
  const [, tag] = await ask(path());
  expect(await ask(path(), tag)).toEqual([304, tag]);
  // Edits are nothing to a list of versions.
  await ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { title: 'Renamed' } });
  expect(await ask(path(), tag)).toEqual([304, tag]);
  const { id } = await keep({ name: 'Two' });
  const [status, next] = await ask(path(), tag);
  expect([status, next === tag]).toEqual([200, false]);
  const [, whole] = await ask(`${path()}/${id}`);
  expect(await ask(`${path()}/${id}`, whole)).toEqual([304, whole]);
});

describe('of too many', () => {
  test('of those that were kept by themselves fewer stay with age, and they remove no other', async () => {
    const start = Math.floor(api.clock.now() / DAY_MS - 3) * DAY_MS;
    const startHour = (n: number): number => start + n * HOUR_MS;
    await keep({ name: 'Named', at: start });
    await keep({ reason: 'delete', at: start });
    for (let n = 0; n < 8; n++) await keep({ at: startHour(n / 4) });
    for (let n = 0; n < 8; n++) await keep({ at: startHour(48 + n / 4) });
    const versions = await list();
    const told = versions.map(({ at, reason }) => [(at - start) / HOUR_MS, reason]);
    expect(told.filter(([, reason]) => reason !== 'editing')).toHaveLength(2);
    // More than two days ago one of a day, more than six hours ago one of an hour.
    expect(told.filter(([, reason]) => reason === 'editing').map(([hour]) => hour)).toEqual([49, 48, 0]);
  });

  test('named ones are sixty, and the oldest go', async () => {
    for (let n = 1; n <= limits.versionsNamed + 2; n++) await keep({ name: `Cut ${n}`, at: n });
    const left = await names();
    expect([left.length, left.at(-1), left[0]]).toEqual([60, 'Cut 3', 'Cut 62']);
  });

  test('bytes count as well, and the newest stays however large it is', async () => {
    const noise = (): string =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(3_600)))
        .toString('base64')
        .slice(0, 4_800);
    const large = () =>
      documentOf(
        'Large',
        Array.from({ length: 150 }, (_, index) => sceneRow(index + 1, { description: noise(), prompt: noise() })),
      );
    const sizes: number[] = [];
    for (let n = 1; n <= 6; n++) {
      await keep({ name: `Large ${n}`, at: n, document: large() });
      const { rows } = await api.db.execute({
        sql: 'select sum(size_bytes) as bytes from versions where project_id = :id',
        args: { id: project.id },
      });
      sizes.push(Number(rows[0]?.['bytes']));
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.versionsStoredBytes);
    const left = await names();
    expect([left[0], left.length < 6]).toEqual(['Large 6', true]);
  });
});

test('after thirty days a version is gone, by the time that it came', async () => {
  await keep({ name: 'Old', at: 1 });
  api.clock.advance(29 * DAY_MS);
  await keep({ name: 'New' });
  await tidyUp(api.deps);
  expect(await names()).toEqual(['New', 'Old']);
  api.clock.advance(2 * DAY_MS);
  await tidyUp(api.deps);
  const rows = await api.db.execute('select name from versions limit 9');
  expect(rows.rows.map(({ name }) => name)).toEqual(['New']);
});

test('deleting the project deletes them, and so does deleting the account', async () => {
  const bob = await api.as('Bob');
  const theirs = await newProject(bob);
  await bob.json(path(theirs.id), { method: 'POST', json: body({ name: 'Bob’s' }) });
  await keep({ name: 'One' });
  await ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE' });
  expect((await ada.fetch(path())).status).toBe(404);
  const left = async () => (await api.db.execute('select name from versions limit 9')).rows.map(({ name }) => name);
  expect(await left()).toEqual(['Bob’s']);
  await bob.fetch('/api/user', { method: 'DELETE', json: { confirm: 'delete' } });
  expect(await left()).toEqual([]);
});
