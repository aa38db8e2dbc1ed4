/** The document against the API itself: the rules that the memory server stands for are the real ones. */
import { replacedFields, type HistoryEntry } from '#shared/entities/history.ts';
import { expect, test } from 'vitest';
import { createClipboardActions } from '#editor/clipboard-actions.ts';
import { copyScenes } from '#editor/copied.ts';
import { pullProject, pullProjects } from '#sync/pull.ts';
import { drainProject } from '#sync/drain.ts';
import { storeClip } from '#edge-api/repos/generated-scenes.ts';
import { holdMedia, insertMedia } from '#edge-api/repos/media.ts';
import { noteTake } from '#edge-api/repos/takes.ts';
import { changesReply } from '#shared/api/changes.ts';
import { sceneSchema, type Scene } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { idea, testHash, textOverlay } from '#tests/helpers/rows.ts';
import { api, eachWithApi, first, overruledOn, second, user } from './real-device.ts';
import { calling, makeMovie, type TestDevice } from './test-device.ts';

eachWithApi();

/** Its history is not looked at: what a device has noted itself stays. */
async function settle(device: TestDevice, projectId: string): Promise<void> {
  device.setNow(device.device.now() + 600_000);
  const outcome = await drainProject(device, projectId, user.id);
  if (outcome.kind === 'later') return settle(device, projectId);
  expect(outcome.kind).toBe('drained');
  await pullProject(device, projectId, user.id);
}

const shown = async (device: TestDevice, projectId: string): Promise<Scene[]> => {
  const rows = await device.db.scenes.where('projectId').equals(projectId).toArray();
  return inPlayOrder(rows.map((row) => sceneSchema.parse(row)));
};

const threeScenes = () => makeMovie(first, ['One', 'Two', 'Three']);

test('a project made and edited offline arrives whole, and what comes back is what was shown', async () => {
  const { projectId, sceneIds } = await threeScenes();
  const [one = '', two = ''] = sceneIds;
  await first.actions.editScene(one, { title: 'Uno', negativePrompt: ' ', resolution: '1080p' });
  await first.actions.trimScene(two, { trimStart: 1, trimEnd: 7.5 });
  await first.actions.reorderScenes(projectId, 0, 2);
  await first.actions.deleteScene(two);
  await first.actions.restoreScene(two);
  await first.actions.writeText(two, null, textOverlay({ text: 'Hello' }));
  const drawn = await shown(first, projectId);
  const words = (scenes: Scene[]) =>
    scenes.map(({ id, sceneNumber, title, trimStart, trimEnd, textOverlays, resolution }) => [
      ...[id, sceneNumber, title, trimStart, trimEnd, textOverlays, resolution],
    ]);
  await settle(first, projectId);
  expect(words(await shown(first, projectId))).toEqual(words(drawn));
  await pullProjects(second, user.id);
  await pullProject(second, projectId, user.id);
  expect(await shown(second, projectId)).toEqual(await shown(first, projectId));
  expect((await second.db.projects.get(projectId))?.totalDuration).toBe(8 + 8 + 6.5);
});

test('what was edited for hours goes out in a few calls, and the server makes of each what was foreseen', async () => {
  const { projectId, sceneIds } = await threeScenes();
  const [one = '', two = '', three = ''] = sceneIds;
  await settle(first, projectId);
  for (let round = 1; round <= 6; round++) {
    await first.actions.editScene(one, { title: `One, ${round}` });
    await first.actions.reorderScenes(projectId, 0, 2);
    await first.actions.writeText(two, null, textOverlay({ text: `Text ${round}` }));
    await first.actions.deleteScene(three);
    await first.actions.editScene(two, { title: `Two, ${round}` });
    await first.actions.restoreScene(three);
    await first.actions.editScene(three, { title: `Three, ${round}` });
    await first.actions.editProject(projectId, { title: `Lighthouse, ${round}` });
    await first.actions.duplicateScenes(projectId, [one]);
  }
  const inOrder = async () =>
    (await shown(first, projectId)).map(({ id, title, sceneNumber }) => [id, title, sceneNumber]);
  const drawn = await inOrder();
  const waiting = await first.db.outbox.count();
  const counts: number[] = [];
  const statuses: number[] = [];
  const counting = calling(async (outgoing, signal) => {
    const reply = await first.call(outgoing, signal);
    const several = changesReply.safeParse(reply);
    counts.push(several.success ? several.data.replies.length : 1);
    if (several.success) statuses.push(...several.data.replies.map(({ status }) => status));
    return reply;
  }, first);
  expect(await drainProject(counting, projectId, user.id)).toMatchObject({ kind: 'drained' });
  expect(waiting).toBeGreaterThan(24);
  expect(counts.length).toBeLessThanOrEqual(Math.ceil(waiting / 24) + 1);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  await pullProject(first, projectId, user.id);
  expect(await inOrder()).toEqual(drawn);
  await pullProject(second, projectId, user.id);
  expect(await shown(second, projectId)).toEqual(await shown(first, projectId));
});

test('a deletion and its undoing whose answer is lost leave every scene here once', async () => {
  const { projectId, sceneIds } = await threeScenes();
  await settle(first, projectId);
  await first.actions.deleteScene(sceneIds[1] ?? '');
  await first.actions.restoreScene(sceneIds[1] ?? '');
  await first.actions.reorderScenes(projectId, 0, 2);
  first.loseReplies(1);
  expect(await drainProject(first, projectId, user.id)).toMatchObject({ kind: 'later' });
  first.setNow(first.device.now() + 600_000);
  await first.actions.reorderScenes(projectId, 2, 1);
  expect(await drainProject(first, projectId, user.id)).toMatchObject({ kind: 'drained' });
  expect(await first.db.outbox.toArray()).toEqual([]);
  const base = await first.db.bases.get(projectId);
  expect(base?.scenes.map(({ id }) => id).toSorted()).toEqual(sceneIds.toSorted());
  expect(base?.tombstones).toEqual([]);
});

/** On the first scene, and on both devices. */
async function twoTexts() {
  const { projectId, sceneIds } = await threeScenes();
  const [one = ''] = sceneIds;
  for (const text of ['A', 'B']) await first.actions.writeText(one, null, textOverlay({ text: text }));
  await settle(first, projectId);
  await pullProject(second, projectId, user.id);
  const [a, b] = (await shown(first, projectId))[0]?.textOverlays ?? [];
  if (!a || !b) throw new Error('Both texts were saved.');
  return { projectId, one, a, b };
}

test('two devices that edit different texts of one scene keep both, and the one who came later replaces nothing', async () => {
  const { projectId, one, a, b } = await twoTexts();
  await first.actions.writeText(one, a, { ...a, position: { x: 33.3, y: 33.3 } });
  await first.actions.writeText(one, null, textOverlay({ text: 'From the first' }));
  await second.actions.writeText(one, b, { ...b, style: { bold: true, shadow: true, fadeInSeconds: 0.8 } });
  await second.actions.writeText(one, null, textOverlay({ text: 'From the second' }));
  for (const device of [first, second, first]) await settle(device, projectId);
  const texts = (await shown(first, projectId))[0]?.textOverlays ?? [];
  expect((await shown(second, projectId))[0]?.textOverlays).toEqual(texts);
  expect(texts.map(({ text, position, style }) => ({ text, position, style }))).toEqual([
    { text: 'A', position: { x: 33.3, y: 33.3 }, style: undefined },
    { text: 'B', position: 'center', style: { bold: true, shadow: true, fadeInSeconds: 0.8 } },
    { text: 'From the second', position: 'center', style: undefined },
    { text: 'From the first', position: 'center', style: undefined },
  ]);
  expect(await overruledOn(second)).toEqual([]);
  const entries = await user.json<HistoryEntry[]>(`/api/projects/${projectId}/history`);
  expect(entries.flatMap(replacedFields)).toEqual([]);
});

test('two devices that edit one text: the later edit stays, the other value is kept', async () => {
  const { projectId, one, a, b } = await twoTexts();
  await first.actions.writeText(one, a, { ...a, text: 'First' });
  await second.actions.writeText(one, a, { ...a, text: 'Second' });
  for (const device of [first, second, first]) await settle(device, projectId);
  expect((await shown(first, projectId))[0]?.textOverlays).toEqual([{ ...a, text: 'Second' }, b]);
  const texts = [{ before: { ...a, text: 'Second' }, after: { ...a, text: 'First' }, place: 0 }];
  expect(await overruledOn(second)).toEqual([[{ kind: 'patch-texts', sceneId: one, texts }]]);
  const entries = await user.json<HistoryEntry[]>(`/api/projects/${projectId}/history`);
  expect(entries.flatMap(replacedFields).map(({ field }) => field)).toEqual(['textOverlays']);
});

test('undo takes back one’s own edit of a text alone, and not what another device did', async () => {
  const { projectId, one, a, b } = await twoTexts();
  await first.actions.writeText(one, a, { ...a, fontSize: 64 });
  await settle(first, projectId);
  await pullProject(second, projectId, user.id);
  await second.actions.removeText(one, a);
  await second.actions.writeText(one, b, { ...b, color: '#FFCC00' });
  await settle(second, projectId);
  await pullProject(first, projectId, user.id);
  await first.actions.undo(projectId);
  await settle(first, projectId);
  expect((await shown(first, projectId))[0]?.textOverlays).toEqual([{ ...b, color: '#FFCC00' }]);
});

test('a scene that another device has deleted, and nobody edited here, can be restored with its clips', async () => {
  const { projectId, sceneIds } = await threeScenes();
  const [one = '', two = ''] = sceneIds;
  await settle(first, projectId);
  await api.db.batch(filmed(one, projectId, 1), 'write');
  await pullProject(first, projectId, user.id);
  await api.db.batch(filmed(one, projectId, 2), 'write');
  await pullProject(first, projectId, user.id);
  const before = await shown(first, projectId);
  await pullProject(second, projectId, user.id);
  await second.actions.deleteScenes(projectId, [one, two]);
  await settle(second, projectId);
  await pullProject(first, projectId, user.id);
  expect((await shown(first, projectId)).map(({ title }) => title)).toEqual(['Three']);
  expect(await first.actions.restoreScenes(projectId, [two, one])).toBe(true);
  await settle(first, projectId);
  const plain = (scenes: readonly Scene[]) => scenes.map(({ updatedAt: _updatedAt, ...scene }) => scene);
  expect(plain(await shown(first, projectId))).toEqual(plain(before));
  const take = (await first.db.bases.get(projectId))?.takes?.find(({ sceneId }) => sceneId === one);
  if (!take) throw new Error('The earlier clip is forgotten.');
  await first.actions.restoreTake(take);
  await settle(first, projectId);
  expect((await shown(first, projectId))[0]?.sha256).toBe(testHash(1));
});

test('also by a device that never had it', async () => {
  const { projectId, sceneIds } = await threeScenes();
  await first.actions.deleteScene(sceneIds[0] ?? '');
  await settle(first, projectId);
  await pullProject(second, projectId, user.id);
  expect(await second.actions.restoreScenes(projectId, [sceneIds[0] ?? ''])).toBe(false);
  await settle(second, projectId);
  expect((await shown(second, projectId)).map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
  expect(await second.actions.undo(projectId)).toBe('Restore scene');
  await settle(second, projectId);
  expect((await shown(second, projectId)).map(({ title }) => title)).toEqual(['Two', 'Three']);
});

test('a clip that took another’s place goes again, here at once and at the server when it is asked', async () => {
  const { projectId, sceneIds } = await threeScenes();
  const [one = ''] = sceneIds;
  await settle(first, projectId);
  await api.db.batch([...filmed(one, projectId, 1), ...filmed(one, projectId, 2)], 'write');
  const clips = async (device: TestDevice) => (await shown(device, projectId)).map(({ sha256 }) => sha256);
  await pullProject(first, projectId, user.id);
  const [present] = await shown(first, projectId);
  if (!present) throw new Error('The scene is gone.');
  const former = { ...present, sha256: testHash(1), videoUrl: `/api/media/${testHash(1)}`, trimStart: 1, trimEnd: 2 };
  await first.actions.restoreTake({ scene: former, extensions: [] });
  expect(await clips(first)).toEqual([testHash(1), null, null]);
  await settle(first, projectId);
  await pullProject(second, projectId, user.id);
  expect(await clips(second)).toEqual([testHash(1), null, null]);
  expect(await shown(second, projectId)).toEqual(await shown(first, projectId));

  expect(await first.actions.undo(projectId)).toBe('Restore the clip of scene 1');
  await settle(first, projectId);
  expect(await clips(first)).toEqual([testHash(2), null, null]);
});

test('scenes that were pasted, cut and pasted elsewhere without the network are at the server what they are here', async () => {
  const { projectId, sceneIds } = await threeScenes();
  const [one = '', two = ''] = sceneIds;
  await settle(first, projectId);
  await api.db.batch([...filmed(one, projectId, 1), ...filmed(two, projectId, 2)], 'write');
  await pullProject(first, projectId, user.id);
  const other = await first.actions.createProject(idea);
  const clipboard = createClipboardActions(first);
  // Edited, split, copied, and cut before the server hears of any of it; the new half is pasted into another project.
  await first.actions.editSound(one, { gainDb: -6 });
  const half = await first.actions.splitScene(one, 2);
  const copied = copyScenes(await shown(first, projectId), new Set([half, two]));
  if (copied?.kind !== 'scenes') throw new Error('Scenes were copied.');
  await first.actions.deleteScenes(projectId, [half, two]);
  await clipboard.pasteScenes(other, copied.scenes, null);
  await first.actions.editSound(one, { gainDb: 3 });
  await clipboard.pasteScenes(projectId, copied.scenes, one);
  const [here, there] = [await shown(first, projectId), await shown(first, other)];
  expect(here.map(({ trimStart, sha256 }) => [trimStart, sha256])).toEqual([
    [null, testHash(1)],
    [2, testHash(1)],
    [null, testHash(2)],
    [null, null],
  ]);
  expect(there).toMatchObject([{ trimStart: 2, gainDb: -6, sha256: testHash(1) }, { sha256: testHash(2) }]);
  // The other project is tried first: it waits for the scene that it copies.
  await drainProject(first, other, user.id);
  await settle(first, projectId);
  await settle(first, other);
  expect(await first.db.outbox.toArray()).toEqual([]);
  const plain = (scenes: readonly Scene[]) =>
    scenes.map(({ version: _v, createdAt: _c, updatedAt: _u, thumbnailUrl: _t, ...scene }) => scene);
  for (const [id, before] of [
    [projectId, here],
    [other, there],
  ] as const) {
    expect(plain(await shown(first, id))).toEqual(plain(before));
    await pullProject(second, id, user.id);
    expect(await shown(second, id)).toEqual(await shown(first, id));
  }
  expect(await first.actions.undo(other)).toBe('Paste 2 scenes');
  await settle(first, other);
  expect(await shown(first, other)).toEqual([]);
});

/** What the job runner writes when a clip comes. */
function filmed(sceneId: string, projectId: string, n: number) {
  const [sha256, nowMs] = [testHash(n), api.clock.now() + n];
  const video = { codec: 'avc1.64001f', width: 1280, height: 720, fps: { num: 24, den: 1 } };
  const facts = { video: { ...video, frameCount: 96, keyFrames: [0], durationSeconds: 4 }, audio: null };
  const clip = { sha256, sizeBytes: 9, facts, isDemo: false, nowMs };
  return [
    insertMedia(clip),
    ...holdMedia({ sha256, sceneId, projectId, userId: user.id, nowMs }),
    noteTake({ sceneId, sha256, nowMs }),
    storeClip({ ...clip, sceneId, hasPoster: false, clipPromptHash: testHash(50), note: null }),
  ];
}
