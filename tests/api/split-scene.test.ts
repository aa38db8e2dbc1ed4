/** Scenes that share a clip: split from one another, or copied. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { findUsage } from '#edge-api/repos/usage.ts';
import { listHistory } from '#edge-api/services/history.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { sweepMedia } from '#edge-api/services/media.ts';
import { deleteScene, patchScene } from '#edge-api/services/scenes.ts';
import { duplicateScene, splitScene } from '#edge-api/services/split-scene.ts';
import { applyChange } from '#data/document/apply-change.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

const DAY_MS = 24 * 60 * 60_000;

let studio: Studio;
let projectId: string;
let sceneId: string;
let asked: number[] = [];

const gemini = await startFakeGemini({
  clips: ({ durationSeconds, index }) => {
    asked.push(durationSeconds);
    return makeClip({ seconds: durationSeconds, size: '360p', sceneNumber: (index % 6) + 1 });
  },
});
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  asked = [];
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
  projectId = await studio.addProject();
  sceneId = await studio.addScene(projectId, { prompt: 'A quiet harbour.', duration: 8 });
  await studio.addScene(projectId, { prompt: 'A storm.', duration: 4 });
  await studio.make(projectId);
});
afterEach(() => studio.close());

const newId = (): string => uuidv7(studio.now(), crypto.getRandomValues(new Uint8Array(10)));
const call = (
  fingerprint: string,
  { key = null, ifMatch = null }: { key?: string | null; ifMatch?: number | null } = {},
) => ({
  userId: studio.userId,
  key,
  ifMatch,
  madeOn: null,
  device: null,
  fingerprint,
});
const split = (newSceneId: string, atSeconds = 3, options: Parameters<typeof call>[1] = {}) =>
  splitScene(studio.deps, call(`split ${newSceneId} ${atSeconds}`, options), sceneId, { atSeconds, newSceneId });
const copy = (newSceneId: string, target?: string) =>
  duplicateScene(studio.deps, call(`copy ${newSceneId}`), sceneId, {
    newSceneId,
    ...(target === undefined ? {} : { projectId: target }),
  });
const usedBytes = async (): Promise<number> => (await findUsage(studio.db, studio.userId)).bytes;
/** What both sides have to agree on: all but what counts and times. */
const withoutCounts = ({ version: _v, createdAt: _c, updatedAt: _u, ...rest }: Scene) => rest;

test('the page shows at once what the server makes of a split, and of a copy', async () => {
  const text = { fontSize: 32, color: '#FFFFFF', position: 'center' as const };
  const textOverlays = [{ ...text, id: newId(), text: 'Dawn', startTime: 1, endTime: 5 }];
  const patch = {
    textOverlays,
    fadeOutSeconds: 1,
    transition: { kind: 'crossfade' as const, seconds: 1, sound: true },
  };
  await patchScene({ ...studio.deps }, call('patch'), sceneId, patch);
  const [first, second] = [newId(), newId()];
  const before = { project: null, scenes: await studio.scenes(projectId), tombstones: [] };
  const halves = applyChange(before, { kind: 'split-scene', sceneId, atSeconds: 3, newSceneId: first, at: 1 });
  const reply = await split(first);
  expect(reply.scenes).toEqual(await studio.scenes(projectId));
  expect(reply.scenes.map(withoutCounts)).toEqual(halves.scenes.map(withoutCounts));
  const copied = applyChange(halves, { kind: 'duplicate-scene', sceneId, newSceneId: second, at: 1 });
  expect((await copy(second)).scenes.map(withoutCounts)).toEqual(copied.scenes.map(withoutCounts));
  expect((await studio.scenes(projectId)).map(withoutCounts)).toEqual(copied.scenes.map(withoutCounts));
});

test('a clip that several scenes play is stored and counted once, and kept as long as one of them plays it', async () => {
  const bytes = await usedBytes();
  const [half, again] = [newId(), newId()];
  await split(half);
  await copy(again);
  expect(await usedBytes()).toBe(bytes);
  const { sha256 } = await studio.scene(projectId, sceneId);
  await deleteScene(studio.deps, call('delete'), sceneId);
  await deleteScene(studio.deps, call('delete the copy'), again);
  studio.skip(31 * DAY_MS);
  await sweepMedia(studio.deps);
  expect(await studio.mediaStore.size(sha256 ?? '')).not.toBeNull();
  expect((await studio.scene(projectId, half)).sha256).toBe(sha256);
});

test('a split that is sent twice is made once; another id, another place, and a stale version are refused', async () => {
  const half = newId();
  const first = await split(half, 3, { key: 'op', ifMatch: null });
  expect(await split(half, 3, { key: 'op' })).toEqual(first);
  expect(await studio.scenes(projectId)).toHaveLength(3);
  await expect(split(half)).rejects.toMatchObject({ code: 'invalid_input' });
  for (const at of [0, 3, 8]) await expect(split(newId(), at)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(split(newId(), 1, { ifMatch: 1 })).rejects.toMatchObject({ code: 'version_conflict' });
  const { entries } = await listHistory(studio.deps, projectId, null);
  expect(entries[0]).toMatchObject({ kind: 'split-scene', sceneId, sceneNumber: 1 });
});

test('one half that is generated again gets the shortest clip that holds it, and the other keeps its own', async () => {
  const half = newId();
  await split(half);
  const former = await studio.scene(projectId, sceneId);
  asked = [];
  await studio.makeScene(half);
  const made = await studio.scene(projectId, half);
  expect(asked).toEqual([6]);
  expect(made).toMatchObject({ status: 'complete', trimStart: null, trimEnd: null, duration: 6 });
  expect(made.sha256).not.toBe(former.sha256);
  expect(await studio.scene(projectId, sceneId)).toMatchObject({ sha256: former.sha256, trimEnd: 3, duration: 8 });
  await studio.makeScene(sceneId);
  expect(asked).toEqual([6, 4]);
});

test('a copy can go to another project of the same person, behind its scenes, and to nobody else’s', async () => {
  const other = await studio.addProject();
  await studio.addScene(other, { prompt: 'A market.' });
  const id = newId();
  const reply = await copy(id, other);
  expect(reply.project.id).toBe(other);
  expect(await studio.scene(other, id)).toMatchObject({ sceneNumber: 2, projectId: other, status: 'complete' });
  expect(await studio.scenes(projectId)).toHaveLength(2);
  await expect(copy(newId(), newId())).rejects.toMatchObject({ code: 'not_found' });
});

test('a scene whose clip goes on in an extension is copied with it, and not split', async () => {
  const extension = await studio.addExtension(projectId, sceneId);
  await expect(split(newId())).rejects.toMatchObject({ code: 'invalid_input' });
  const id = newId();
  const { scenes } = await copy(id);
  const copies = scenes.filter(({ parentSceneId }) => parentSceneId === id);
  expect(copies).toMatchObject([{ extensionIndex: 1, sceneNumber: 2, status: 'pending' }]);
  expect(copies[0]?.id).not.toBe(extension);
});

test('a scene that was cut can be copied as long as it is kept, behind the last one, as the page shows it at once', async () => {
  const other = await studio.addProject();
  const rows = await studio.scenes(projectId);
  await deleteScene(studio.deps, call('cut'), sceneId);
  const [here, there] = [newId(), newId()];
  const shownIn = async (target: string, newSceneId: string) => {
    const before = { project: null, scenes: await studio.scenes(target), tombstones: [] };
    const from = { projectId, rows: rows.filter(({ id }) => id === sceneId) };
    return applyChange(before, { kind: 'duplicate-scene', sceneId, newSceneId, at: 1, from }).scenes.map(withoutCounts);
  };
  const shown = await shownIn(projectId, here);
  expect((await copy(here)).scenes.map(withoutCounts)).toEqual(shown);
  expect((await copy(there, other)).scenes.map(withoutCounts)).toMatchObject([{ id: there, sha256: rows[0]?.sha256 }]);
  studio.skip(31 * DAY_MS);
  await tidyUp(studio.deps);
  await expect(copy(newId())).rejects.toMatchObject({ code: 'not_found' });
  expect((await studio.scene(other, there)).sha256).toBe(rows[0]?.sha256);
});
