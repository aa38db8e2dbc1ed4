/** Every action of the editor, one by one: what Undo calls it, that a reload doesn't lose it, and whose work it leaves alone. */
import { afterEach, describe, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { createActions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { completeScene, projectRow, sceneRow, testId, textOverlay } from '#tests/helpers/rows.ts';
import { eachOnDevice, it, PROJECT, pull, sceneHere, sceneId, USER_ID } from '../sync/test-device.ts';

const ines = { id: testId(400), name: 'Ines', description: 'A baker.', imageUrl: null };
const text = textOverlay({ id: testId(500) });
const project = projectRow({ userId: USER_ID, characterReferences: [ines] });
const scenes: Scene[] = [
  completeScene(1, { textOverlays: [text] }),
  completeScene(2),
  completeScene(3, { transition: { kind: 'crossfade', seconds: 1, sound: true } }),
  sceneRow(4),
];
const said = (id: string, name: string) => ({ id, name, description: 'A pilot.' });
const black = { kind: 'fade-black', seconds: 1, sound: true } as const;

type Actions = ReturnType<typeof createActions>;
type Step = (actions: Actions) => Promise<unknown>;

/** What each can do to the movie, with what Undo then says. */
const undoable: Partial<Record<keyof Actions, [label: string | RegExp, run: Step]>> = {
  editProject: ['Edit project', (a) => a.editProject(PROJECT, { title: 'New' })],
  renameCharacter: ['Rename Ines', (a) => a.renameCharacter(PROJECT, ines.id, 'Mara')],
  rewriteCharacter: ['Edit Nora', (a) => a.rewriteCharacter(PROJECT, said(ines.id, 'Nora'))],
  deleteCharacter: ['Delete Ines', (a) => a.deleteCharacter(PROJECT, ines.id)],
  reviveCharacter: ['Restore Noor', (a) => a.reviveCharacter(PROJECT, said(testId(77), 'Noor'))],
  restoreProjectValues: ['Restore movie title', (a) => a.restoreProjectValues(PROJECT, { title: 'Before' })],
  restoreSceneValues: ['Restore title of scene 1', (a) => a.restoreSceneValues(sceneId(1), { title: 'Before' })],
  restoreOrder: ['Restore the scene order', (a) => a.restoreOrder(PROJECT, [sceneId(3), sceneId(1)])],
  editScene: ['Edit scene 1', (a) => a.editScene(sceneId(1), { title: 'New' })],
  trimScene: ['Trim scene 2', (a) => a.trimScene(sceneId(2), { trimStart: 1, trimEnd: 3 })],
  editSound: ['Change the volume of scene 1', (a) => a.editSound(sceneId(1), { gainDb: -6 })],
  setTransition: ['Change the join of scenes 1 and 2', (a) => a.setTransition(sceneId(1), black)],
  editTransition: ['Change the join of scenes 3 and 4', (a) => a.editTransition(sceneId(3), { seconds: 2 })],
  setAllTransitions: ['Change all joins', (a) => a.setAllTransitions(sceneId(3))],
  setLevelling: ['Level all scenes', (a) => a.setLevelling(PROJECT, true)],
  writeText: [/^\S/, (a) => a.writeText(sceneId(1), text, { ...text, text: 'New' })],
  removeText: [/^\S/, (a) => a.removeText(sceneId(1), text)],
  reorderScenes: ['Reorder scenes', (a) => a.reorderScenes(PROJECT, 0, 2)],
  moveScenes: ['Reorder scenes', (a) => a.moveScenes(PROJECT, [sceneId(1), sceneId(3)], 1)],
  splitScene: [/^\S/, (a) => a.splitScene(sceneId(1), 3)],
  duplicateScenes: [/^\S/, (a) => a.duplicateScenes(PROJECT, [sceneId(1), sceneId(2)])],
  deleteScenes: [/^\S/, (a) => a.deleteScenes(PROJECT, [sceneId(1), sceneId(2)])],
  muteScenes: [/^\S/, (a) => a.muteScenes(PROJECT, [sceneId(1), sceneId(2)], true)],
  deleteScene: ['Delete scene 1', (a) => a.deleteScene(sceneId(1))],
  addScene: ['Add scene', (a) => a.addScene(PROJECT, { title: 'Own', description: 'Mine', duration: 8 })],
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

let openedAgain: StoryreelDb[] = [];
eachOnDevice(scenes, project);
afterEach(() => {
  for (const db of openedAgain) db.close();
  openedAgain = [];
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

describe.each(Object.entries(undoable))('%s', (_, [label, run]) => {
  test('is undone after a reload and redone after another, by the name that its button shows', async () => {
    const before = await movie();
    await run(it.actions);
    const after = await movie();
    expect(after).not.toEqual(before);
    const entries = await it.db.history.toArray();
    expect(entries).toHaveLength(1);
    const [name = ''] = entries.map((entry) => entry.label);
    expect(name).toMatch(typeof label === 'string' ? new RegExp(`^${label}$`) : label);
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
    await pull();
    await it.actions.undo(PROJECT);
    expect(await it.actions.undo(PROJECT)).toBeNull();
    expect((await sceneHere(4))?.description).toBe('Theirs');
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
  expect(await sceneHere(2)).toMatchObject({ gainDb: -6 });
  expect(await sceneHere(1)).toMatchObject({ title: 'New' });
  await it.actions.undo(PROJECT);
  expect(await undoEdit?.()).toBe('Edit scene 1');
  expect(await sceneHere(1)).toMatchObject({ title: 'Scene 1' });
  expect(await undoEdit?.()).toBeNull();
});

test('a part of a join is changed in what stands there, however quickly one change follows the other', async () => {
  const join = async () => (await sceneHere(3))?.transition;
  await Promise.all([
    it.actions.editTransition(sceneId(3), { seconds: 2 }),
    it.actions.editTransition(sceneId(3), { sound: false }),
    it.actions.setAllTransitions(sceneId(3)),
  ]);
  const wanted = { kind: 'crossfade', seconds: 2, sound: false };
  expect(await join()).toEqual(wanted);
  expect((await sceneHere(1))?.transition).toEqual(wanted);
  await it.actions.setTransition(sceneId(3), null);
  await it.actions.editTransition(sceneId(3), { sound: true });
  expect(await join()).toBeNull();
});

test('what the server made or another device did is never undone, because it is in no history of this device', async () => {
  it.server.seed({ ...project, title: 'Theirs', version: 2 }, scenes.slice(0, 2));
  await pull();
  const pulled = await movie();
  expect(await it.actions.undo(PROJECT)).toBeNull();
  expect(await movie()).toEqual(pulled);
});
