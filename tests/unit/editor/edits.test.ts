import fc from 'fast-check';
import type { Transaction } from 'dexie';
import { describe, expect, test } from 'vitest';
import type { Change } from '#data/change.ts';
import { applyChange } from '#data/document/apply-change.ts';
import type { ProjectDocument } from '#data/document/document.ts';
import { createClipboardActions } from '#editor/clipboard-actions.ts';
import { addScene } from '#editor/commands/add-scene.ts';
import { deleteScene } from '#editor/commands/delete-scene.ts';
import { editScene } from '#editor/commands/edit-scene.ts';
import { editSound, setAllTransitions, setLevelling, setTransition } from '#editor/commands/edit-sound.ts';
import { restoreTake, takeOf } from '#editor/commands/restore-take.ts';
import { moveScenes } from '#editor/commands/move-scenes.ts';
import { reorderScenes, restoreOrder } from '#editor/commands/reorder-scenes.ts';
import { trimScene } from '#editor/commands/trim-scene.ts';
import { commit } from '#editor/commit.ts';
import { discardRefused, retryRefused } from '#editor/refused-changes.ts';
import { withoutClosedChoicesOf } from '#editor/open-clip.ts';
import type { CommandPlan } from '#editor/plan.ts';
import { completeScene, projectRow, sceneRow, testHash, testId, textOverlay } from '#tests/helpers/rows.ts';
import { sounds, transitions } from '../sync/walk.ts';
import { eachOnDevice, it, outbox, PROJECT, sceneHere, sceneId, USER_ID } from '../sync/test-device.ts';

const overlay = textOverlay({ text: 'Chapter one' });
const project = projectRow({ userId: USER_ID });
const partOf = { isExtension: true, parentSceneId: sceneId(2), extensionIndex: 1 };
const extension = sceneRow(2, { id: testId(300), ...partOf, duration: 7 });
const scenes = [sceneRow(1), sceneRow(2), extension, sceneRow(3)];
const before = { project, scenes, tombstones: [] };

const after = (plan: CommandPlan) => plan.changes.reduce(applyChange, before);
const undone = ({ inverse }: CommandPlan, document: ProjectDocument) => (inverse ?? []).reduce(applyChange, document);
const patched = (patch: object) => [{ kind: 'patch-scene', sceneId: sceneId(1), patch }];
const numbers = (rows: readonly { id: string; sceneNumber: number }[]) =>
  Object.fromEntries(rows.map((row) => [row.id, row.sceneNumber]));

test('an edit sends the fields that differ, trimmed, and an empty negative prompt as none', () => {
  const plan = editScene(project, sceneRow(1), {
    title: ' New ',
    description: 'Ines copies the logbook by candlelight.',
    negativePrompt: '  ',
    resolution: '1080p',
  });
  expect(plan.changes).toEqual(patched({ title: 'New', resolution: '1080p' }));
  expect(plan.inverse).toEqual(patched({ title: 'Scene 1', resolution: '720p' }));
});

test('a length is chosen until there is a clip; undoing the choice after that sends nothing that is refused', () => {
  const chosen = editScene(project, sceneRow(1), { duration: 4 });
  expect(chosen.changes).toEqual(patched({ duration: 4 }));
  expect(editScene(project, completeScene(1), { duration: 4 }).changes).toEqual([]);
  const inverse = chosen.inverse ?? [];
  expect(withoutClosedChoicesOf(inverse, [sceneRow(1)])).toEqual(inverse);
  for (const scene of [completeScene(1), sceneRow(1, { status: 'generating' })])
    expect(withoutClosedChoicesOf(inverse, [scene])).toEqual([]);
  const model = editScene(project, sceneRow(1), { model: 'veo-2', duration: 5 });
  expect(model.inverse).toEqual(patched({ model: null, duration: 8 }));
  expect(editScene(project, completeScene(1), { model: 'veo-2' }).changes).toEqual([]);
  const both = editScene(project, sceneRow(1), { duration: 4, title: 'New' }).inverse ?? [];
  expect(withoutClosedChoicesOf(both, [completeScene(1)])).toEqual(patched({ title: 'Scene 1' }));
});

test('an edit that changes nothing is no edit', () => {
  expect(editScene(project, sceneRow(1), { title: 'Scene 1' }).changes).toEqual([]);
  expect(reorderScenes(project, scenes, 1, 1).changes).toEqual([]);
  expect(trimScene(project, sceneRow(1), { trimStart: null, trimEnd: null }).changes).toEqual([]);
});

test('a trim sends both points, and refuses points in the wrong order and extension rows', () => {
  expect(trimScene(project, sceneRow(1), { trimStart: 1, trimEnd: null }).changes).toEqual(
    patched({ trimStart: 1, trimEnd: null }),
  );
  expect(() => trimScene(project, sceneRow(1), { trimStart: 3, trimEnd: 3 })).toThrow(
    'Start point must be before end point',
  );
  expect(() => trimScene(project, extension, { trimStart: 1, trimEnd: 2 })).toThrow(RangeError);
});

test('moving a scene takes its extension along and renumbers gaplessly', () => {
  const moved = after(reorderScenes(project, scenes, 1, 0));
  expect(numbers(moved.scenes)).toEqual({ [sceneId(2)]: 1, [extension.id]: 1, [sceneId(1)]: 2, [sceneId(3)]: 3 });
});

test('an order comes back for the scenes that are left, and one that is in use is no edit', () => {
  const moved = after(restoreOrder(project, scenes, [sceneId(3), sceneId(77), sceneId(1)]));
  expect(numbers(moved.scenes)).toEqual({ [sceneId(3)]: 1, [sceneId(2)]: 2, [extension.id]: 2, [sceneId(1)]: 3 });
  expect(restoreOrder(project, scenes, [sceneId(1), sceneId(3)]).changes).toEqual([]);
});

test.each([
  ['edit', editScene(project, sceneRow(1), { title: 'New' })],
  ['trim', trimScene(project, sceneRow(1), { trimStart: 1, trimEnd: 2 })],
  ['reorder', reorderScenes(project, scenes, 0, 2)],
  ['restore order', restoreOrder(project, scenes, [sceneId(3), sceneId(77), sceneId(1)])],
  ['delete', deleteScene(project, sceneRow(2), 5)],
])('the inverse of %s restores the document', (_, plan) => {
  const back = undone(plan, after(plan));
  expect(back.scenes).toEqual(before.scenes);
});

test('an added scene is appended, and its inverse takes it out again', () => {
  const plan = addScene(
    project,
    { title: 'Own', description: 'Mine', duration: 8 },
    { now: 5, id: testId(900), sceneCount: 3 },
  );
  expect(after(plan).scenes.at(-1)).toMatchObject({ id: testId(900), sceneNumber: 4, version: 0 });
  expect(undone(plan, after(plan)).scenes).toEqual(before.scenes);
});

test('a scene that the server would refuse is refused at once', () => {
  const add = (sceneCount: number) =>
    addScene(project, { title: 'Own', duration: 8 }, { now: 5, id: testId(900), sceneCount });
  expect(() => add(150)).toThrow('A project can have up to 150 scenes. Delete some first.');
  expect(add(149).changes).toHaveLength(1);
});

test('a scene comes with its texts in one edit, and leaves with them', () => {
  const text = { id: testId(901), ...overlay };
  const fields = { title: 'Card', description: 'Words', duration: 5 };
  const plan = addScene(project, fields, { now: 5, id: testId(900), sceneCount: 3, texts: [text] });
  expect(after(plan).scenes.at(-1)?.textOverlays).toEqual([text]);
  expect(undone(plan, after(plan)).scenes).toEqual(before.scenes);
});

eachOnDevice([...scenes.slice(0, 3), completeScene(3)], project);

test('a commit writes rows, totals, history and outbox', async () => {
  await it.actions.trimScene(sceneId(3), { trimStart: 1, trimEnd: 3 });
  expect(await sceneHere(3)).toMatchObject({ trimStart: 1, trimEnd: 3, version: 1 });
  expect((await it.db.projects.get(PROJECT))?.totalDuration).toBe(8 + 8 + 2);
  expect(await it.db.outbox.count()).toBe(1);
  expect((await it.db.history.toArray()).map(({ label }) => label)).toEqual(['Trim scene 3']);
});

test('a commit that fails at its last write has done nothing', async () => {
  const rows = await it.db.scenes.toArray();
  it.db.history.hook('creating', () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await expect(it.actions.deleteScene(sceneId(1))).rejects.toThrow('This browser is out of space');
  expect(await it.db.scenes.toArray()).toEqual(rows);
  expect([await it.db.outbox.count(), await it.db.history.count()]).toEqual([0, 0]);
});

describe('a change that the browser throws away after it was written is no success:', () => {
  const SAID = 'This browser didn’t keep';

  test.each([
    ['an edit', () => it.actions.editScene(sceneId(1), { title: 'Lost' })],
    ['texts that are pasted', () => createClipboardActions(it).pasteTexts(sceneId(1), [overlay])],
  ])('%s', async (_, edit) => {
    const evict = await eviction();
    await expect(evict(edit())).rejects.toThrow(SAID);
  });

  test.each(['undo', 'redo'] as const)('%s', async (step) => {
    await it.actions.editScene(sceneId(1), { title: 'One' });
    if (step === 'redo') await it.actions.undo(PROJECT);
    const evict = await eviction();
    await expect(evict(it.actions[step](PROJECT))).rejects.toThrow(SAID);
  });
});

test.each([
  ['that is tried again', retryRefused],
  ['that is discarded', discardRefused],
])('a refused change %s is read again, too', async (_, act) => {
  await it.actions.editScene(sceneId(1), { title: 'One' });
  const [row] = await outbox();
  const opId = row?.opId ?? '';
  const refusal = { status: 422, code: 'invalid_input' as const, sentence: 'No.', isProjectGone: false, at: 1 };
  await it.db.outbox.toCollection().modify({ state: 'parked', refusal });
  const evict = await eviction();
  await expect(evict(act(opId, it))).rejects.toThrow('This browser didn’t keep');
});

/** As a browser evicts an origin: everything, as soon as nobody is looking, which is when the next edit has been written. */
async function eviction(): Promise<(edit: Promise<unknown>) => Promise<unknown>> {
  const raw = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(it.db.name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('It does not open.')));
  });
  const names = [...raw.objectStoreNames];
  const evictAfter = (transaction: Transaction): void => {
    transaction.on('complete', () => {
      const clearing = raw.transaction(names, 'readwrite');
      for (const name of names) clearing.objectStore(name).clear();
    });
  };
  it.db.outbox.hook('creating', (_key, _row, transaction) => evictAfter(transaction));
  it.db.outbox.hook('updating', (_changes, _key, _row, transaction) => evictAfter(transaction));
  it.db.outbox.hook('deleting', (_key, _row, transaction) => evictAfter(transaction));
  return (edit) => edit.finally(() => raw.close());
}

test('a committed row has a higher rev even when it says what it said, so that its draft ends', async () => {
  const before_ = await sceneHere(1);
  const changes: Change[] = [{ kind: 'patch-scene', sceneId: sceneId(1), patch: { title: 'Scene 1' } }];
  await commit({ userId: USER_ID, projectId: PROJECT, label: 'Same', changes, inverse: null }, it);
  expect((await sceneHere(1))?.rev).toBeGreaterThan(before_?.rev ?? 0);
});

test('undo and redo walk through the edits, and a new edit ends the redo', async () => {
  await it.actions.editScene(sceneId(1), { title: 'First' });
  await it.actions.editScene(sceneId(1), { title: 'Second' });
  expect(await it.actions.undo(PROJECT)).toBe('Edit scene 1');
  expect(await it.actions.undo(PROJECT)).toBe('Edit scene 1');
  expect(await it.actions.undo(PROJECT)).toBeNull();
  expect((await sceneHere(1))?.title).toBe('Scene 1');
  await it.actions.redo(PROJECT);
  expect((await sceneHere(1))?.title).toBe('First');
  await it.actions.editScene(sceneId(1), { title: 'Third' });
  expect(await it.actions.redo(PROJECT)).toBeNull();
  await it.actions.undo(PROJECT);
  expect((await sceneHere(1))?.title).toBe('First');
});

test('a scene is added among the others, undone in one step, and comes back to its place', async () => {
  const order = async (): Promise<string[]> =>
    (await it.db.scenes.where('projectId').equals(PROJECT).sortBy('sceneNumber'))
      .filter(({ isExtension }) => !isExtension)
      .map(({ id }) => id);
  const before = await order();
  const fields = { title: 'Between', description: 'Words', duration: 8 };
  const id = await it.actions.addScene(PROJECT, fields, { place: 1 });
  expect(await order()).toEqual(before.toSpliced(1, 0, id));
  await it.actions.undo(PROJECT);
  expect(await order()).toEqual(before);
  await it.actions.redo(PROJECT);
  expect(await order()).toEqual(before.toSpliced(1, 0, id));
});

test('an added scene is undone in one step, and comes back by redo under the same id, with its text once', async () => {
  const fields = { title: 'Own', description: 'Mine', duration: 8 };
  const id = await it.actions.addScene(PROJECT, fields, { texts: [overlay] });
  const shown = { title: 'Own', sceneNumber: 4, textOverlays: [overlay] };
  expect(await it.db.scenes.get(id)).toMatchObject(shown);
  await it.actions.undo(PROJECT);
  expect(await it.db.scenes.get(id)).toBeUndefined();
  await it.actions.redo(PROJECT);
  expect(await it.db.scenes.get(id)).toMatchObject(shown);
  // Restored from its tombstone.
  const kinds = ['add-scene', 'patch-texts', 'delete-scene', 'restore-scene', 'patch-texts'];
  expect((await outbox()).map(({ change }) => change.kind)).toEqual(kinds);
});

test('deleting takes the extensions along, restoring brings them back to their place', async () => {
  await it.actions.deleteScene(sceneId(2));
  expect(numbers(await it.db.scenes.toArray())).toEqual({ [sceneId(1)]: 1, [sceneId(3)]: 2 });
  await it.actions.restoreScene(sceneId(2));
  expect(numbers(await it.db.scenes.toArray())).toEqual({
    [sceneId(1)]: 1,
    [sceneId(2)]: 2,
    [extension.id]: 2,
    [sceneId(3)]: 3,
  });
});

test('words that the server has improved are taken back by one undo, and sent like an edit', async () => {
  const former = project.description;
  await it.db.projects.update(PROJECT, { description: 'Better words' });
  await it.actions.rememberImproved(PROJECT, { description: former });
  expect(await it.db.outbox.count()).toBe(0);
  expect(await it.actions.undo(PROJECT)).toBe('Improve description');
  expect((await outbox()).map(({ change }) => change)).toEqual([
    { kind: 'patch-project', patch: { description: former } },
  ]);
});

test('a scene’s improved words are taken back by one undo', async () => {
  const former = sceneRow(1);
  await it.db.scenes.update(former.id, { description: 'Better words', prompt: 'A better prompt' });
  await it.actions.rememberImprovedScene(former);
  expect(await it.actions.undo(PROJECT)).toBe('Improve scene 1');
  expect((await outbox()).map(({ change }) => change)).toEqual([
    { kind: 'patch-scene', sceneId: former.id, patch: { description: former.description } },
  ]);
});

test('words that came back as they were leave nothing to undo', async () => {
  await it.actions.rememberImproved(PROJECT, { description: project.description });
  expect(await it.actions.undo(PROJECT)).toBeNull();
});

test('visibility is not taken back by undo', async () => {
  await it.actions.setVisibility(PROJECT, true);
  expect(await it.actions.undo(PROJECT)).toBeNull();
  await it.actions.setIndexable(PROJECT, true);
  expect(await it.actions.undo(PROJECT)).toBeNull();
  await it.actions.restoreProjectValues(PROJECT, { isIndexable: true });
  expect(await it.db.projects.get(PROJECT)).toMatchObject({ isPublic: true, isIndexable: true });
  expect((await outbox()).map(({ change }) => change)).toEqual([
    { kind: 'patch-project', patch: { isPublic: true } },
    { kind: 'patch-project', patch: { isIndexable: true } },
  ]);
  await it.actions.restoreProjectValues(PROJECT, { isIndexable: false });
  expect(await it.actions.undo(PROJECT)).toBeNull();
  expect((await it.db.projects.get(PROJECT))?.isIndexable).toBe(false);
});

test('what the server would refuse is refused here', async () => {
  await expect(it.actions.editScene(sceneId(1), { title: 'x'.repeat(121) })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await expect(it.actions.editScene(testId(999), { title: 'Nobody' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await it.db.outbox.count()).toBe(0);
});

test('the clips of a former take come back whole, as one edit that is taken back whole', () => {
  const [former, present] = [completeScene(2, { trimStart: 1, trimEnd: 3 }), completeScene(2, { sha256: testHash(9) })];
  const formerPiece = completeScene(2, { ...extension, status: 'complete', sha256: testHash(7) });
  const rows = { project, scenes: [sceneRow(1), present, { ...formerPiece, sha256: testHash(8) }], tombstones: [] };
  const plan = restoreTake(project, takeOf(present.id, rows.scenes), { scene: former, extensions: [formerPiece] });
  expect(plan.changes).toMatchObject([{ kind: 'restore-clip', sceneId: former.id, sha256: former.sha256 }]);
  const back = plan.changes.reduce(applyChange, rows);
  expect(back.scenes.map(({ sha256 }) => sha256)).toEqual([null, former.sha256, testHash(7)]);
  expect(back.scenes[1]).toMatchObject({ trimStart: 1, trimEnd: 3, title: present.title, status: 'complete' });
  expect(undone(plan, back).scenes).toEqual(rows.scenes);
  expect(() =>
    restoreTake(project, { scene: present, extensions: [] }, { scene: sceneRow(2), extensions: [] }),
  ).toThrow('no clip at that time');
});

test('every command on sound and joins is taken back by its inverse, and changes nothing twice', () => {
  const scene = fc.record({
    gainDb: fc.integer({ min: -60, max: 12 }),
    muted: fc.boolean(),
    fadeInSeconds: fc.nat(60),
    fadeOutSeconds: fc.nat(60),
    transition: transitions,
  });
  const command = fc.oneof(
    fc.record({ sound: sounds, at: fc.nat(2) }),
    fc.record({ transition: transitions, at: fc.nat(2) }),
    fc.record({ all: transitions }),
    fc.record({ levelling: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(scene, { minLength: 3, maxLength: 3 }), fc.boolean(), command, (given, levelling, wanted) => {
      const rows = given.map((fields, index) => sceneRow(index + 1, fields));
      const leveled = { ...project, levelling };
      const start: ProjectDocument = { project: leveled, scenes: rows, tombstones: [] };
      const planOn = (document: ProjectDocument): CommandPlan => {
        const owned = document.project ?? leveled;
        if ('all' in wanted) return setAllTransitions(owned, document.scenes, wanted.all);
        if ('levelling' in wanted) return setLevelling(owned, wanted.levelling);
        const row = document.scenes[wanted.at];
        if (row === undefined) throw new Error('There are three scenes.');
        return 'sound' in wanted
          ? editSound(owned, row, wanted.sound)
          : setTransition(owned, document.scenes, row, wanted.transition);
      };
      const plan = planOn(start);
      const changed = plan.changes.reduce(applyChange, start);
      expect(undone(plan, changed)).toEqual(start);
      expect(planOn(changed).changes).toEqual([]);
    }),
  );
});

test('a join is called by the scenes that meet in it', () => {
  const rows = [completeScene(1), sceneRow(2), completeScene(3)];
  const fade = { kind: 'crossfade', seconds: 1, sound: true } as const;
  expect(setTransition(project, rows, completeScene(1), fade).label).toBe('Change the join of scenes 1 and 3');
});

test('scenes that are moved together keep their order, their extensions go along, and undo brings the old order back', () => {
  const ids = [sceneId(1), sceneId(2), sceneId(3)];
  const moved = fc.subarray(ids, { minLength: 1 });
  fc.assert(
    fc.property(moved, fc.nat(3), (chosen, place) => {
      const plan = moveScenes(project, scenes, chosen, Math.min(place, ids.length - chosen.length));
      const document = after(plan);
      const order = document.scenes.filter(({ isExtension }) => !isExtension).map(({ id }) => id);
      expect(order.filter((id) => chosen.includes(id))).toEqual(ids.filter((id) => chosen.includes(id)));
      expect(order.toSorted()).toEqual(ids.toSorted());
      expect(document.scenes.find(({ id }) => id === extension.id)?.sceneNumber).toBe(order.indexOf(sceneId(2)) + 1);
      expect(undone(plan, document)).toEqual(before);
    }),
  );
});
