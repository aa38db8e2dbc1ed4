/** Every action of the editor, one by one: what Undo calls it, that a reload doesn't lose it, and whose work it leaves alone. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { createActions } from '#editor/actions.ts';
import { pullProject } from '#sync/pull.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { completeScene, projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';
import { testDevice, USER_ID, type TestDevice } from '../sync/test-device.ts';

const PROJECT = testId(1);
const sceneId = (n: number): string => testId(100 + n);
const ines = { id: testId(400), name: 'Ines', description: 'A baker.', imageUrl: null };
const text = {
  id: testId(500),
  text: 'A town forgets',
  fontSize: 48,
  color: '#FFFFFF',
  position: 'center' as const,
  startTime: 1,
  endTime: 5,
};
const project = projectRow({ userId: USER_ID, characterReferences: [ines] });
const scenes: Scene[] = [
  completeScene(1, { textOverlays: [text] }),
  completeScene(2),
  completeScene(3, { transition: { kind: 'crossfade', seconds: 1, sound: true } }),
  sceneRow(4),
];
const black = { kind: 'fade-black', seconds: 1, sound: true } as const;

type Actions = ReturnType<typeof createActions>;
type Step = (actions: Actions) => Promise<unknown>;

/** What each can do to the movie, with what Undo then says. */
const undoable: Partial<Record<keyof Actions, { label: string; run: Step }>> = {
  editProject: { label: 'Edit project', run: (a) => a.editProject(PROJECT, { title: 'New' }) },
  renameCharacter: { label: 'Rename Ines', run: (a) => a.renameCharacter(PROJECT, ines.id, 'Mara') },
  rewriteCharacter: {
    label: 'Edit Nora',
    run: (a) => a.rewriteCharacter(PROJECT, { id: ines.id, name: 'Nora', description: 'A pilot.' }),
  },
  deleteCharacter: { label: 'Delete Ines', run: (a) => a.deleteCharacter(PROJECT, ines.id) },
  reviveCharacter: {
    label: 'Restore Noor',
    run: (a) => a.reviveCharacter(PROJECT, { id: testId(77), name: 'Noor', description: 'A diver.' }),
  },
  restoreProjectValues: {
    label: 'Restore movie title',
    run: (a) => a.restoreProjectValues(PROJECT, { title: 'Before' }),
  },
  restoreSceneValues: {
    label: 'Restore title of scene 1',
    run: (a) => a.restoreSceneValues(sceneId(1), { title: 'Before' }),
  },
  restoreOrder: {
    label: 'Restore the scene order',
    run: (a) => a.restoreOrder(PROJECT, [sceneId(3), sceneId(1)]),
  },
  editScene: { label: 'Edit scene 1', run: (a) => a.editScene(sceneId(1), { title: 'New' }) },
  trimScene: { label: 'Trim scene 2', run: (a) => a.trimScene(sceneId(2), { trimStart: 1, trimEnd: 3 }) },
  editSound: { label: 'Change the volume of scene 1', run: (a) => a.editSound(sceneId(1), { gainDb: -6 }) },
  setTransition: {
    label: 'Change the join of scenes 1 and 2',
    run: (a) => a.setTransition(sceneId(1), black),
  },
  editTransition: {
    label: 'Change the join of scenes 3 and 4',
    run: (a) => a.editTransition(sceneId(3), { seconds: 2 }),
  },
  setAllTransitions: { label: 'Change all joins', run: (a) => a.setAllTransitions(sceneId(3)) },
  setLevelling: { label: 'Level all scenes', run: (a) => a.setLevelling(PROJECT, true) },
  writeText: { label: '', run: (a) => a.writeText(sceneId(1), text, { ...text, text: 'New' }) },
  removeText: { label: '', run: (a) => a.removeText(sceneId(1), text) },
  reorderScenes: { label: 'Reorder scenes', run: (a) => a.reorderScenes(PROJECT, 0, 2) },
  moveScenes: { label: 'Reorder scenes', run: (a) => a.moveScenes(PROJECT, [sceneId(1), sceneId(3)], 1) },
  splitScene: { label: '', run: (a) => a.splitScene(sceneId(1), 3) },
  duplicateScenes: { label: '', run: (a) => a.duplicateScenes(PROJECT, [sceneId(1), sceneId(2)]) },
  deleteScenes: { label: '', run: (a) => a.deleteScenes(PROJECT, [sceneId(1), sceneId(2)]) },
  muteScenes: { label: '', run: (a) => a.muteScenes(PROJECT, [sceneId(1), sceneId(2)], true) },
  deleteScene: { label: 'Delete scene 1', run: (a) => a.deleteScene(sceneId(1)) },
  addScene: {
    label: 'Add scene',
    run: (a) => a.addScene(PROJECT, { title: 'Own', description: 'Mine', duration: 8 }),
  },
};

/** Those that begin from something else than this movie (another test has each), and those that nothing can undo. */
const others: Partial<Record<keyof Actions, string>> = {
  undo: 'is Undo',
  redo: 'is Redo',
  undoable: 'makes another one, below',
  createProject: 'a project is deleted by its own dialog',
  deleteProject: 'its dialog says that it can’t be undone',
  setVisibility: 'nobody is to publish by Undo (edits.test.ts)',
  setIndexable: 'nobody is to publish by Undo (edits.test.ts)',
  rememberImproved: 'records what the server did for the person (edits.test.ts)',
  rememberImprovedScene: 'records what the server did for the person (edits.test.ts)',
  restoreScene: 'begins from a deleted scene (edits.test.ts)',
  restoreScenes: 'begins from scenes deleted elsewhere (sync/real-api.test.ts)',
  restoreCharacter: 'begins from a deleted character (characters.test.ts)',
  restoreTake: 'begins from a former clip (edits.test.ts)',
};

let it: TestDevice;
let openedAgain: StoryreelDb[] = [];
beforeEach(async () => {
  it = await testDevice();
  it.server.seed(project, scenes);
  await pullProject(it, PROJECT, USER_ID);
});
afterEach(async () => {
  for (const db of openedAgain) db.close();
  openedAgain = [];
  await it.close();
});

/** The actions of a page that was opened after this one was closed. */
function afterReload(): Actions {
  const db = new StoryreelDb(it.db.name);
  openedAgain.push(db);
  return createActions({ db, device: it.device });
}

/** What a person can see of the movie, in play order. */
async function movie(): Promise<unknown> {
  const row = await it.db.projects.get(PROJECT);
  const rows = await it.db.scenes.where('projectId').equals(PROJECT).sortBy('sceneNumber');
  const seen = rows.map(({ rev: _rev, version: _version, updatedAt: _at, ...scene }) => scene);
  return { title: row?.title, levelling: row?.levelling, people: row?.characterReferences, seen };
}

test('every action is either walked here, or says why not', () => {
  const known = [...Object.keys(undoable), ...Object.keys(others)];
  expect(known.toSorted()).toEqual(Object.keys(it.actions).toSorted());
});

describe.each(Object.entries(undoable))('%s', (_, { label, run }) => {
  test('is undone after a reload and redone after another, by the name that its button shows', async () => {
    const before = await movie();
    await run(it.actions);
    const after = await movie();
    expect(after).not.toEqual(before);
    const entries = await it.db.history.toArray();
    expect(entries).toHaveLength(1);
    const [name = ''] = entries.map((entry) => entry.label);
    expect(name).toMatch(label === '' ? /^\S/ : new RegExp(`^${label}$`));
    expect(await afterReload().undo(PROJECT)).toBe(name);
    expect(await movie()).toEqual(before);
    expect(await afterReload().undo(PROJECT)).toBeNull();
    expect(await afterReload().redo(PROJECT)).toBe(name);
    expect(await movie()).toEqual(after);
  });

  test('leaves alone what another device has changed meanwhile', async () => {
    await run(it.actions);
    // Of a field and a scene that no action here touches.
    const theirs = scenes.map((scene) =>
      scene.id === sceneId(4) ? { ...scene, description: 'Theirs', version: scene.version + 1 } : scene,
    );
    it.server.seed({ ...project, genre: 'Western', version: project.version + 1 }, theirs);
    await pullProject(it, PROJECT, USER_ID);
    await it.actions.undo(PROJECT);
    expect(await it.actions.undo(PROJECT)).toBeNull();
    expect((await it.db.scenes.get(sceneId(4)))?.description).toBe('Theirs');
    expect((await it.db.projects.get(PROJECT))?.genre).toBe('Western');
  });
});

test('a notice undoes the edit that it tells of, and no other', async () => {
  const edit = () => it.actions.editScene(sceneId(1), { title: 'New' });
  const undoEdit = await it.actions.undoable(PROJECT, edit);
  // The same again changes nothing: there is nothing of it to undo, and the edit before it is not its own.
  expect(await it.actions.undoable(PROJECT, edit)).toBeNull();
  await it.actions.editSound(sceneId(2), { gainDb: -6 });
  expect(await undoEdit?.()).toBeNull();
  expect(await it.db.scenes.get(sceneId(2))).toMatchObject({ gainDb: -6 });
  expect(await it.db.scenes.get(sceneId(1))).toMatchObject({ title: 'New' });
  await it.actions.undo(PROJECT);
  expect(await undoEdit?.()).toBe('Edit scene 1');
  expect(await it.db.scenes.get(sceneId(1))).toMatchObject({ title: 'Scene 1' });
  expect(await undoEdit?.()).toBeNull();
});

test('a part of a join is changed in what stands there, however quickly one change follows the other', async () => {
  const join = async () => (await it.db.scenes.get(sceneId(3)))?.transition;
  await Promise.all([
    it.actions.editTransition(sceneId(3), { seconds: 2 }),
    it.actions.editTransition(sceneId(3), { sound: false }),
    it.actions.setAllTransitions(sceneId(3)),
  ]);
  const wanted = { kind: 'crossfade', seconds: 2, sound: false };
  expect(await join()).toEqual(wanted);
  expect((await it.db.scenes.get(sceneId(1)))?.transition).toEqual(wanted);
  await it.actions.setTransition(sceneId(3), null);
  await it.actions.editTransition(sceneId(3), { sound: true });
  expect(await join()).toBeNull();
});

test('what the server made or another device did is never undone, because it is in no history of this device', async () => {
  it.server.seed({ ...project, title: 'Theirs', version: 2 }, scenes.slice(0, 2));
  await pullProject(it, PROJECT, USER_ID);
  const pulled = await movie();
  expect(await it.actions.undo(PROJECT)).toBeNull();
  expect(await movie()).toEqual(pulled);
});
