/** What everybody may see is kept at the edge for seconds, and is gone within them; what is somebody's own is never kept. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import { PUBLIC_SECONDS } from '#edge-api/kept-answers.ts';
import { idea } from '#tests/api/battery/people.ts';
import type { TestUser } from '#tests/api/harness.ts';
import type { PlantedClip } from '#tests/api/plant-clip.ts';
import { openEdgeStage, type EdgeStage } from './edge-stage.ts';

let stage: EdgeStage;
let ada: TestUser;
let project: Project;
let clip: PlantedClip;

/** The Worker's clock. */
let nowMs = Date.now();
async function pass(ms: number): Promise<void> {
  nowMs += ms;
  await stage.fetch(`/clock?now=${nowMs}`);
}

beforeAll(async () => {
  stage = await openEdgeStage({}, { entry: 'tests/workerd/turns-worker.ts' });
  await pass(0);
  ada = await stage.as('Ada');
  project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  clip = await stage.plantClip(project);
});
afterAll(() => stage.close());

const media = () => `/api/media/${clip.sha256}`;
const page = () => `/api/showcase/projects/${project.id}`;
/** Rows that the database reads for an answer. */
async function rowsReadFor(path: string): Promise<number> {
  const before = await stage.edge.databaseRows();
  await (await stage.fetch(path)).arrayBuffer();
  return (await stage.edge.databaseRows()).read - before.read;
}
const statusOf = async (path: string): Promise<number> => (await stage.fetch(path)).status;
const publish = (isPublic: boolean) => ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { isPublic } });
/** Behind the API's back: what is still answered comes from the cache. */
const hide = (isPublic: 0 | 1) =>
  stage.db.batch(
    [{ sql: 'update projects set is_public = :isPublic where id = :id', args: { isPublic, id: project.id } }],
    'write',
  );

test('the owner’s look at a private clip leaves nothing for visitors', async () => {
  expect((await ada.fetch(media())).status).toBe(200);
  expect(await statusOf(media())).toBe(404);
});

test('what was public is answered without the database for seconds, by parts as well, and then no more', async () => {
  await publish(true);
  const first = await stage.fetch(page());
  const told = first.headers.get('cache-control');
  expect(await first.json()).toMatchObject({ project: { id: project.id } });
  expect((await (await stage.fetch(media(), { headers: { Range: 'bytes=0-9' } })).arrayBuffer()).byteLength).toBe(10);
  await expect.poll(async () => [await rowsReadFor(page()), await rowsReadFor(media())]).toEqual([0, 0]);
  await hide(0);
  await pass(PUBLIC_SECONDS * 1_000 - 1);
  const kept = await stage.fetch(page());
  expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, told]);
  const part = await stage.fetch(media(), { headers: { Range: 'bytes=10-29' } });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, Buffer.from(clip.bytes.subarray(10, 30))]);
  expect(part.headers.get('cache-control')).toBe('private, no-cache');
  const whole = Buffer.from(await (await stage.fetch(media())).arrayBuffer());
  expect(createHash('sha256').update(whole).digest('hex')).toBe(clip.sha256);
  // For whoever is signed in and not the owner it is the same.
  const bob = await stage.as('Bob');
  const bobs = async () => [(await bob.fetch(media())).status, (await bob.fetch(page())).status];
  expect(await bobs()).toEqual([200, 200]);
  await pass(1);
  expect([await statusOf(media()), await statusOf(page())]).toEqual([404, 403]);
  expect(await bobs()).toEqual([404, 403]);
  await hide(1);
});

test('who publishes again is seen at once: no refusal is kept', async () => {
  await publish(false);
  // Where the owner is, the page is gone at once, and the file when the right to it has ended.
  expect(await statusOf(page())).toBe(403);
  await pass(PUBLIC_SECONDS * 1_000);
  expect([await statusOf(media()), await statusOf(page())]).toEqual([404, 403]);
  await publish(true);
  expect([await statusOf(media()), await statusOf(page())]).toEqual([200, 200]);
});
