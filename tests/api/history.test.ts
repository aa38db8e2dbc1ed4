/** What happened to a project: by whom it is told, what an edit put in the place of what, and how much of it is kept. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HistoryEntry } from '#shared/entities/history.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { insertClipEntry, insertEntry } from '#edge-api/repos/history.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene, lighthouse } from './new-project.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const newId = (): string => uuidv7(Date.UTC(2026, 10, 21), crypto.getRandomValues(new Uint8Array(10)));

const laptop = { id: newId(), name: 'Chrome on macOS' };
const phone = { id: newId(), name: 'Safari on iPhone' };
type Sender = { id: string; name: string };
type Wish = { by?: Sender | null; madeOn?: number; ifMatch?: number; key?: string };

let api: TestApi;
let ada: TestUser;
let project: Project;
let scene: Scene;

const headersOf = ({ by = laptop, madeOn, ifMatch, key }: Wish): Record<string, string> => ({
  ...(by && { 'Storyreel-Device': by.id, 'Storyreel-Device-Name': by.name }),
  ...(madeOn !== undefined && { 'Storyreel-Made-On': `"${madeOn}"` }),
  ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
  ...(key !== undefined && { 'Idempotency-Key': key }),
});
const patchScene = (fields: object, wish: Wish = {}): Promise<Scene> =>
  ada.json(`/api/scenes/${scene.id}`, { method: 'PATCH', json: fields, headers: headersOf(wish) });
const patchProject = (fields: object, wish: Wish = {}): Promise<Project> =>
  ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: fields, headers: headersOf(wish) });
const history = (): Promise<HistoryEntry[]> => ada.json(`/api/projects/${project.id}/history`);
const newest = async (): Promise<HistoryEntry> => {
  const [entry] = await history();
  if (!entry) throw new Error('There is no history.');
  return entry;
};
const replacedIn = ({ fields }: HistoryEntry) =>
  fields.flatMap(({ field, before, after, replaced }) => (replaced ? [[field, before, after, replaced.device]] : []));

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await ada.json('/api/projects', { method: 'POST', json: lighthouse, headers: headersOf({}) });
  const { scenes } = await ada.json<{ scenes: Scene[] }>(`/api/projects/${project.id}/scenes`, {
    method: 'POST',
    json: { title: 'Night', description: 'The lamp is dark.', duration: 8 },
    headers: headersOf({ key: 'adding' }),
  });
  const [added] = scenes;
  if (!added) throw new Error('There is no scene.');
  scene = added;
});
afterEach(() => api.close());

describe('an edit', () => {
  test('is remembered once with its device, its time and both values', async () => {
    api.clock.advance(1_000);
    const wish = { by: phone, key: 'once' };
    await patchScene({ title: 'Dawn', description: 'The lamp is dark.' }, wish);
    await patchScene({ title: 'Dawn', description: 'The lamp is dark.' }, wish);
    const entries = await history();
    expect(entries.map(({ kind, place, device }) => [kind, place, device])).toEqual([
      ['edit-scene', 3, phone],
      ['add-scene', 2, laptop],
      ['create-project', 1, laptop],
    ]);
    expect(entries[0]).toMatchObject({
      projectId: project.id,
      sceneId: scene.id,
      sceneNumber: 1,
      opKey: 'once',
      at: api.clock.now(),
      fields: [{ field: 'title', before: 'Night', after: 'Dawn', replaced: null }],
    });
  });

  test('that changes nothing is not remembered', async () => {
    await patchScene({ title: 'Night' });
    await patchProject({ title: lighthouse.title });
    expect(await history()).toHaveLength(2);
  });

  test('of which scenes there are, and in which order, is remembered too', async () => {
    const { scenes } = await addScene(ada, project.id, { title: 'Morning' });
    const [first, second] = scenes;
    const order = [second, first].map((row, index) => ({
      id: row?.id,
      sceneNumber: index + 1,
      isExtension: false,
      parentSceneId: null,
      extensionIndex: null,
    }));
    const reorder = (): Promise<unknown> =>
      ada.json(`/api/projects/${project.id}/reorder-scenes`, { method: 'POST', json: { scenes: order } });
    await reorder();
    await reorder();
    await ada.json(`/api/scenes/${scene.id}`, { method: 'DELETE', headers: headersOf({ by: phone }) });
    await ada.json(`/api/scenes/${scene.id}/restore`, { method: 'POST' });
    const entries = await history();
    expect(entries.slice(0, 4).map(({ kind, sceneNumber, device }) => [kind, sceneNumber, device])).toEqual([
      ['restore-scene', 2, null],
      ['delete-scene', 2, phone],
      ['reorder-scenes', null, null],
      ['add-scene', 2, null],
    ]);
    const ids = [first?.id, second?.id];
    expect(entries[2]?.fields).toEqual([{ field: 'sceneOrder', before: ids, after: ids.toReversed(), replaced: null }]);
  });

  test('keeps both ends of a trim', async () => {
    await patchScene({ trimStart: 1, trimEnd: 7 });
    await patchScene({ trimStart: 2 });
    expect((await newest()).fields).toEqual([
      { field: 'trimStart', before: 1, after: 2, replaced: null },
      { field: 'trimEnd', before: 7, after: 7, replaced: null },
    ]);
  });
});

describe('a value that another device wrote in the meantime', () => {
  test('is marked as replaced, with its device, by an edit that was made before', async () => {
    api.clock.advance(1_000);
    const at = api.clock.now();
    await patchScene({ description: 'The lamp glows.', title: 'Dusk' }, { by: phone, ifMatch: 1 });
    api.clock.advance(1_000);
    const late = await ada.fetch(`/api/scenes/${scene.id}`, {
      method: 'PATCH',
      json: { description: 'The lamp burns.' },
      headers: headersOf({ ifMatch: 1, madeOn: 1 }),
    });
    expect(late.status).toBe(409);
    await patchScene({ description: 'The lamp burns.' }, { ifMatch: 2, madeOn: 1 });
    const entry = await newest();
    expect(entry.device).toEqual(laptop);
    expect(entry.fields).toEqual([
      { field: 'description', before: 'The lamp glows.', after: 'The lamp burns.', replaced: { device: phone, at } },
    ]);
  });

  test('is marked once, however often the answer is lost', async () => {
    await patchScene({ description: 'The lamp glows.' }, { by: phone });
    const wish = { ifMatch: 2, madeOn: 1, key: 'again' };
    for (let sent = 0; sent < 3; sent++) await patchScene({ description: 'The lamp burns.' }, wish);
    await patchScene({ description: 'The lamp burns.' }, { ...wish, by: { ...laptop, name: 'Chrome 140 on macOS' } });
    const entries = await history();
    expect(entries.filter(({ opKey }) => opKey === 'again')).toHaveLength(1);
    expect(replacedIn(entries[0] ?? (await newest()))).toEqual([
      ['description', 'The lamp glows.', 'The lamp burns.', phone],
    ]);
  });

  test('is not marked where it was seen, is the same, or the field is another', async () => {
    await patchScene({ description: 'The lamp glows.' }, { by: phone });
    await patchScene({ description: 'The lamp burns.' }, { madeOn: 2 });
    expect(replacedIn(await newest())).toEqual([]);
    await patchScene({ title: 'Dusk' }, { by: phone });
    await patchScene({ title: 'Dusk', negativePrompt: 'blur' }, { madeOn: 3 });
    expect(replacedIn(await newest())).toEqual([]);
  });

  test('is not marked where this device itself wrote last', async () => {
    await patchScene({ description: 'The lamp glows.' }, { by: phone });
    await patchScene({ description: 'The lamp burns.' }, { madeOn: 1 });
    await patchScene({ description: 'The lamp burns low.' }, { madeOn: 1 });
    expect(replacedIn(await newest())).toEqual([]);
  });

  test('of a trim is that end alone which the other has moved', async () => {
    await patchScene({ trimStart: 0, trimEnd: 6 });
    await patchScene({ trimStart: 0, trimEnd: 5 }, { by: phone });
    await patchScene({ trimStart: 2, trimEnd: 6 }, { madeOn: 2 });
    expect(replacedIn(await newest())).toEqual([['trimEnd', 5, 6, phone]]);
  });

  test('of a project counts as well, and by a client that names no device it is nobody’s', async () => {
    await patchProject({ title: 'The Tower' }, { by: null });
    await patchProject({ title: 'The Beacon' }, { madeOn: 2 });
    expect(replacedIn(await newest())).toEqual([['title', 'The Tower', 'The Beacon', null]]);
  });
});

describe('a device', () => {
  test('is called by what can be shown of its name, and an edit is never refused for it', async () => {
    const names: [string, string][] = [
      [`  Chrome \t on   macOS\u00a0 `, 'Chrome on macOS'],
      ['x'.repeat(500), 'x'.repeat(limits.deviceNameLength)],
      ['\u00e9\u00e8', 'Browser'],
      ['', 'Browser'],
    ];
    for (const [turn, [sent, kept]] of names.entries()) {
      await patchScene({ title: `Title ${turn}` }, { by: { id: phone.id, name: sent } });
      expect((await newest()).device).toEqual({ id: phone.id, name: kept });
    }
    await patchScene({ title: 'Nobody' }, { by: { id: 'not-an-id', name: 'Chrome' } });
    expect((await newest()).device).toBeNull();
  });

  test('that says its version wrongly is refused', async () => {
    const headers = { 'Storyreel-Made-On': 'yesterday' };
    const reply = await ada.fetch(`/api/scenes/${scene.id}`, { method: 'PATCH', json: { title: 'A' }, headers });
    expect([reply.status, await history()]).toEqual([422, expect.objectContaining({ length: 2 })]);
  });
});

describe('the history', () => {
  test('is its owner’s alone, also when the project is public', async () => {
    await patchProject({ isPublic: true });
    const bob = await api.as('Bob');
    expect((await bob.fetch(`/api/projects/${project.id}/history`)).status).toBe(404);
    await patchScene({ description: 'Nobody may read what was here.' });
    await patchScene({ description: 'The lamp glows.' }, { by: phone });
    const shown = await (await bob.fetch(`/api/showcase/projects/${project.id}`)).text();
    expect(shown).toContain('The lamp glows.');
    expect(shown).not.toMatch(/Nobody may read|iPhone/);
  });

  test('comes in pages, and is not sent again to who has it', async () => {
    for (let turn = 0; turn < limits.historyPage; turn++) await patchScene({ title: `Title ${turn}` });
    const first = await ada.fetch(`/api/projects/${project.id}/history`);
    const entries: HistoryEntry[] = await first.json();
    expect(entries.map(({ place }) => place)).toEqual(Array.from({ length: 50 }, (_, index) => 52 - index));
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await ada.fetch(next);
    const older: HistoryEntry[] = await second.json();
    expect([older.map(({ kind }) => kind), second.headers.get('link')]).toEqual([
      ['add-scene', 'create-project'],
      null,
    ]);
    const again = await ada.fetch(`/api/projects/${project.id}/history`, {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await patchScene({ title: 'Another' });
    const changed = await ada.fetch(`/api/projects/${project.id}/history`, {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect(changed.status).toBe(200);
  });

  test('tells of clips and of the breakdown, which are nobody’s edits', async () => {
    const nowMs = api.clock.now();
    const byItself = { scene: null, version: null, device: null, opKey: null, fields: [] };
    await api.db.batch(
      [
        ...insertEntry({ ...byItself, id: newId(), projectId: project.id, kind: 'break-down', nowMs }),
        ...insertClipEntry({ id: newId(), projectId: project.id, sceneId: scene.id, nowMs }),
        ...insertClipEntry({ id: newId(), projectId: project.id, sceneId: newId(), nowMs }),
      ],
      'write',
    );
    expect((await history()).slice(0, 2).map(({ kind, sceneNumber, device }) => [kind, sceneNumber, device])).toEqual([
      ['make-clip', 1, null],
      ['break-down', null, null],
    ]);
  });

  test('keeps its newest entries, none of them for longer than thirty days, and goes with its project', async () => {
    const nowMs = api.clock.now();
    const many = Array.from({ length: limits.historyEntries + 20 }, () =>
      insertClipEntry({ id: newId(), projectId: project.id, sceneId: scene.id, nowMs }),
    );
    await api.db.batch(many.flat(), 'write');
    const places = async () =>
      (await api.db.execute('select place from history order by project_id, place')).rows.map(({ place }) => place);
    const kept = await places();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([limits.historyEntries, 23, limits.historyEntries + 22]);
    api.clock.advance(29 * DAY_MS);
    await patchScene({ title: 'Late' });
    await tidyUp(api.deps);
    expect(await places()).toHaveLength(limits.historyEntries);
    api.clock.advance(2 * DAY_MS);
    await tidyUp(api.deps);
    expect(await places()).toEqual([limits.historyEntries + 23]);
    await ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE' });
    expect(await places()).toEqual([]);
  });
});
