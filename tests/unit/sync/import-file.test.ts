/** A .storyreel file becomes a project, with the network or without, and over the one that it came from. */
import { expect, test } from 'vitest';
import { addOwnFile } from '#data/tables/own-files.ts';
import { readOpenedFile, rememberOpenedFile, type OpenedFileRow } from '#data/tables/opened-file.ts';
import { importAsProject, importOverProject, type ImportDeps } from '#editor/import-opened-file.ts';
import { projectAndScenesReply, projectReply } from '#shared/api/projects.ts';
import { sceneListReply } from '#shared/api/scenes.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { storyreelDocumentSchema, type StoryreelDocument } from '#shared/storyreel-file/document.ts';
import { madeClip, ownFile, type MadeFile } from '#tests/helpers/own-files.ts';
import { audioPiece, completeScene, projectRow, sceneRow, testHash, testId } from '#tests/helpers/rows.ts';
import { savedDocument } from '#tests/helpers/saved-project.ts';
import { eachWithApi, first as device, user } from './real-device.ts';
import { sendOwnFile } from './send-own-file.ts';

eachWithApi();

const text = {
  ...{ id: testId(900), text: 'Dawn', fontSize: 40, color: '#FFFFFF' },
  ...{ position: { x: 50, y: 50 }, startTime: 0, endTime: 0.5 },
};

/** A clip that the file holds, and one that it lacks. */
async function savedMovie(): Promise<{ made: MadeFile; sha256: string; document: StoryreelDocument }> {
  const made = await madeClip();
  const { sha256, sizeBytes } = made.file;
  const document = savedDocument({
    project: projectRow({ title: 'Harbor', levelling: true, audio: [audioPiece({ mediaId: testHash(77) })] }),
    scenes: [
      completeScene(1, { sha256, title: 'Dawn', trimStart: 0.25, trimEnd: 0.75, textOverlays: [text], muted: true }),
      sceneRow(2, { title: 'Noon', metadata: { cameraAngle: null, mood: null, lighting: 'hard', movement: null } }),
      completeScene(3, { sha256: testHash(3), title: 'Dusk', trimStart: 1 }),
    ],
    files: [{ kind: 'clip', sha256, sizeBytes }],
    missing: [testHash(3), testHash(77)],
  });
  return { made, sha256, document };
}

function importing({ file: held }: MadeFile): ImportDeps {
  return {
    ...device,
    takeIn: async (wanted, name, kind) => {
      if (wanted !== held.sha256 || kind !== 'clip') return null;
      return (await addOwnFile(device.db, user.id, { ...held, name })).file;
    },
  };
}

async function opened(document: StoryreelDocument): Promise<OpenedFileRow> {
  const row = { id: device.device.newId(), document, isWanted: true };
  await rememberOpenedFile(device.db, row);
  return row;
}

async function onServer(id: string) {
  const project = projectReply.parse(await user.json(`/api/projects/${id}`));
  return { project, scenes: inPlayOrder(sceneListReply.parse(await user.json(`/api/projects/${id}/scenes`))) };
}

const told = ({ project, scenes }: Awaited<ReturnType<typeof onServer>>) => ({
  title: project.title,
  scenes: scenes.map(({ title, sha256, trimStart, trimEnd, muted, textOverlays, metadata }) => ({
    ...{ title, sha256, trimStart, trimEnd, muted, metadata },
    texts: textOverlays.map((one) => one.text),
  })),
});

test('offline it is a whole project here at once, and on the server when its clip is there', async () => {
  const { made, sha256, document } = await savedMovie();
  const row = await opened(document);
  const deps = importing(made);
  expect(await importAsProject(deps, user.id, row)).toEqual({ projectId: row.id, lost: [3], silent: 1, unseen: 0 });
  const here = await device.db.scenes.where('projectId').equals(row.id).sortBy('sceneNumber');
  expect(here.map(({ title, sha256: clip, status }) => [title, clip, status])).toEqual([
    ['Dawn', sha256, 'complete'],
    ['Noon', null, 'pending'],
    ['Dusk', null, 'pending'],
  ]);
  expect(await readOpenedFile(device.db)).toBeNull();

  await sendOwnFile(device, user, made);
  await device.settle(row.id);
  expect(await device.db.outbox.count()).toBe(0);
  const { project, scenes } = await onServer(row.id);
  expect(project).toMatchObject({ title: 'Harbor', levelling: true, audio: [], isPublic: false });
  expect(scenes).toMatchObject([
    { title: 'Dawn', sha256, source: 'clip', trimStart: 0.25, trimEnd: 0.75, muted: true, textOverlays: [text] },
    { title: 'Noon', sha256: null, metadata: { lighting: 'hard' } },
    { title: 'Dusk', sha256: null, trimStart: null },
  ]);
  expect(scenes.some(({ id }) => document.scenes.some((scene) => scene.id === id))).toBe(false);
});

test('importing it twice makes one project', async () => {
  const { made, document } = await savedMovie();
  const row = await opened(document);
  const deps = importing(made);
  await importAsProject(deps, user.id, row);
  await importAsProject(deps, user.id, row);
  expect(await device.db.projects.count()).toBe(1);
  expect(await device.db.scenes.count()).toBe(3);
});

test('over the project that it came from it is one edit, which undo takes back there and on the server', async () => {
  const { made, sha256, document } = await savedMovie();
  const deps = importing(made);
  const { projectId } = await importAsProject(deps, user.id, await opened(document));
  await sendOwnFile(device, user, made);
  await device.settle(projectId);
  const saved = await onServer(projectId);
  const file = storyreelDocumentSchema.parse({ ...document, ...saved, takes: [] });

  const [dawn, noon, dusk] = saved.scenes;
  await device.actions.deleteScenes(projectId, [noon?.id ?? '']);
  await device.actions.editProject(projectId, { title: 'Another title' });
  await device.actions.editScene(dawn?.id ?? '', { title: 'Morning' });
  await device.actions.reorderScenes(projectId, 1, 0);
  await device.actions.addScene(projectId, { title: 'Night', description: 'Stars.', duration: 8 });
  await device.settle(projectId);
  const edited = await onServer(projectId);
  expect(edited.scenes.map(({ title }) => title)).toEqual(['Dusk', 'Morning', 'Night']);

  expect(await importOverProject(deps, await opened(file))).toMatchObject({ lost: [], silent: 0 });
  await device.settle(projectId);
  const replaced = await onServer(projectId);
  expect(told(replaced)).toEqual(told(saved));
  expect(replaced.scenes.map(({ id }) => id)).toEqual([dawn?.id, noon?.id, dusk?.id]);

  expect(await device.actions.undo(projectId)).toBe('Replace with a saved project');
  await device.settle(projectId);
  expect(told(await onServer(projectId))).toEqual(told(edited));
  await device.actions.redo(projectId);
  await device.settle(projectId);
  expect(told(await onServer(projectId))).toEqual(told(saved));
  expect(await device.db.outbox.count()).toBe(0);
  projectAndScenesReply.parse(await onServer(projectId));

  // The scene had this clip when the file was saved; neither the project nor its takes have it.
  const scenes = saved.scenes.map((scene) => (scene.id === noon?.id ? { ...scene, sha256, videoUrl: null } : scene));
  expect(await importOverProject(deps, await opened({ ...file, scenes }))).toMatchObject({ lost: [] });
  await device.settle(projectId);
  const { scenes: given } = await onServer(projectId);
  expect(given.map((scene) => [scene.title, scene.sha256])).toEqual([
    ['Dawn', sha256],
    ['Noon', sha256],
    ['Dusk', null],
  ]);
});

test('a file that says what nobody could type is refused before anything of it is here', async () => {
  const { made, document } = await savedMovie();
  const [first, ...rest] = document.scenes;
  const odd = { ...document, scenes: [{ ...(first ?? sceneRow(1)), trimStart: 4_000 }, ...rest] };
  const row = await opened(storyreelDocumentSchema.parse(odd));
  await expect(importAsProject(importing(made), user.id, row)).rejects.toThrow('isn’t valid (at patch.trimStart)');
  expect(await device.db.projects.count()).toBe(0);
  expect(await device.db.outbox.count()).toBe(0);
});

test('pictures that clips were made of, or go by, come along and are the person’s own', async () => {
  const { made, document } = await savedMovie();
  const [first, second, third] = document.scenes;
  if (!first || !second || !third) throw new Error('The movie has three scenes.');
  const settings = { seconds: 1, fit: 'fill', pushIn: false, background: 'black' } as const;
  const still = { picture: testHash(50), settings };
  const referencePictures = [{ picture: testHash(51), shows: 'the old red tram' }];
  const scenes = [{ ...first, source: 'clip' as const, still }, { ...second, referencePictures }, third];
  const row = await opened({ ...document, scenes });
  const deps = importing(made);
  const takeIn: ImportDeps['takeIn'] = async (wanted, name, kind) => {
    if (kind !== 'picture') return deps.takeIn(wanted, name, kind);
    return (await addOwnFile(device.db, user.id, ownFile('picture', { sha256: wanted, name }))).file;
  };
  await importAsProject({ ...deps, takeIn }, user.id, row);
  const here = await device.db.scenes.where('projectId').equals(row.id).sortBy('sceneNumber');
  expect(here.map((scene) => [scene.still, scene.referencePictures])).toEqual([
    [still, []],
    [null, referencePictures],
    [null, []],
  ]);
  const own = await device.db.ownFiles.toArray();
  expect(own.filter(({ file }) => file.kind === 'picture').map(({ file }) => [file.sha256, file.name])).toEqual([
    [testHash(50), 'Dawn'],
    [testHash(51), 'Noon'],
  ]);
});
