/** What everybody may see is kept at the edge for seconds, and is gone within them; what is somebody's own is never kept. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import { r2Store } from '#edge-api/providers/media-store/r2.ts';
import { PUBLIC_SECONDS } from '#edge-api/kept-answers.ts';
import { idea } from '#tests/api/battery/people.ts';
import type { TestUser } from '#tests/api/harness.ts';
import { plantClipIn, type PlantedClip } from '#tests/api/plant-clip.ts';
import { openEdgeStage, type EdgeStage } from './edge-stage.ts';

let stage: EdgeStage;
let ada: TestUser;
let project: Project;
let clip: PlantedClip;

beforeAll(async () => {
  stage = await openEdgeStage({});
  ada = await stage.as('Ada');
  project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  const startHash = () => {
    const hash = createHash('sha256');
    return { update: async (bytes: Uint8Array) => void hash.update(bytes), hex: async () => hash.digest('hex') };
  };
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const mediaStore = r2Store({ bucket: await stage.edge.miniflare.getR2Bucket('MEDIA'), startHash, randomBytes });
  clip = await plantClipIn({ db: stage.db, mediaStore }, project);
});
afterAll(() => stage.close());

const media = () => `/api/media/${clip.sha256}`;
const page = () => `/api/showcase/projects/${project.id}`;
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
  await pause(500);
  await hide(0);
  const hiddenMs = Date.now();
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
  await expect
    .poll(async () => [await statusOf(media()), await statusOf(page())], { timeout: 40_000, interval: 500 })
    .toEqual([404, 403]);
  expect(Date.now() - hiddenMs).toBeLessThan((PUBLIC_SECONDS + 2) * 1_000);
  expect(await bobs()).toEqual([404, 403]);
  await hide(1);
});

test('who publishes again is seen at once: no refusal is kept', async () => {
  await publish(false);
  // Where the owner is, the page is gone at once, and the file when the right to it has ended.
  expect(await statusOf(page())).toBe(403);
  await pause((PUBLIC_SECONDS + 1) * 1_000);
  expect([await statusOf(media()), await statusOf(page())]).toEqual([404, 403]);
  await publish(true);
  expect([await statusOf(media()), await statusOf(page())]).toEqual([200, 200]);
});
