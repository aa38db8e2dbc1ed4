/** Projects of one device's database go out as files, and come in again on another device: the same movies. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { takeSchema } from '#data/tables/rows.ts';
import { importAsProject } from '#editor/import-opened-file.ts';
import { openProjectFile } from '#editor/open-project-file.ts';
import { writeProjectFile } from '#editor/project-file.ts';
import { projectSchema, type Project } from '#shared/entities/project.ts';
import { sceneSchema, type Scene } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { withTextIds } from '#shared/rules/text-changes.ts';
import { documentText, type StoryreelDocument } from '#shared/storyreel-file/document.ts';
import { exportRow } from '#tests/helpers/export-row.ts';
import { memoryStore, ownFileTaker } from '#tests/helpers/opened-files.ts';
import { projectRow, testId } from '#tests/helpers/rows.ts';
import { randomSavedProject } from '#tests/helpers/saved-project.ts';
import { testDevice, USER_ID, type TestDevice } from '../sync/test-device.ts';
import { SEED, someOf } from '#tests/helpers/test-values.ts';

const PROJECTS = someOf(Array.from({ length: 200 }, (_, number) => number));
let writer: StoryreelDb;
let reader: TestDevice;

beforeEach(async () => {
  writer = new StoryreelDb('out');
  reader = await testDevice();
});
afterEach(async () => {
  await writer.delete();
  await reader.close();
});

async function putInto(db: StoryreelDb, { project, scenes, takes, receipts }: StoryreelDocument): Promise<void> {
  const owned = { ...project, userId: testId(2) };
  await Promise.all([db.projects.clear(), db.scenes.clear(), db.bases.clear(), db.exports.clear()]);
  await db.projects.put({ ...owned, rev: 1 });
  await db.scenes.bulkPut(scenes.map((scene) => ({ ...scene, rev: 1 })));
  const told = { tombstones: [], hasScenes: true, orphanIds: [], pulledAt: 1, takes };
  await db.bases.put({ projectId: project.id, userId: owned.userId, project: owned, scenes, ...told });
  await db.exports.bulkPut(receipts.map((receipt, index) => exportRow(600 + index, receipt)));
}

/** What the file is to hold, read from the database's own rows. */
async function inDatabase(db: StoryreelDb, projectId: string) {
  const { takes = [] } = (await db.bases.get(projectId)) ?? {};
  return {
    project: projectSchema.omit({ userId: true }).parse(await db.projects.get(projectId)),
    scenes: inPlayOrder(await db.scenes.toArray()).map((row) => sceneSchema.parse(row)),
    takes: takes.map((take) => takeSchema.parse(take)),
    receipts: (await db.exports.toArray()).map(({ fileName, endedAt, receipt }) => ({ fileName, endedAt, receipt })),
  };
}

/** What somebody sees and hears of a movie, and wrote for it: everything but names of rows and what a server says. */
function movieOf({ project, scenes }: { project: Omit<Project, 'userId'>; scenes: readonly Scene[] }) {
  const { title, description, genres, model, aspectRatio, levelling, audio, characterReferences } = project;
  return {
    characters: characterReferences,
    ...{ title, description, genres, model, aspectRatio, levelling, audio },
    scenes: scenes.map((scene) => ({
      ...{ title: scene.title, description: scene.description, sceneNumber: scene.sceneNumber, sha256: scene.sha256 },
      ...{ trimStart: scene.trimStart, trimEnd: scene.trimEnd, transition: scene.transition, muted: scene.muted },
      ...{ gainDb: scene.gainDb, fadeInSeconds: scene.fadeInSeconds, fadeOutSeconds: scene.fadeOutSeconds },
      ...{ metadata: scene.metadata, negativePrompt: scene.negativePrompt, referencePictures: scene.referencePictures },
      texts: withTextIds(scene.id, scene.textOverlays),
    })),
  };
}

test(`${PROJECTS.length} random projects go from one database into another by way of a file (seed ${SEED})`, async () => {
  const { db } = reader;
  for (const number of PROJECTS) {
    reader.setNow(1_000_000 + number * 1_000);
    const saved = await randomSavedProject(SEED * 1_000 + number);
    const { project, ledger } = saved.document;
    await putInto(writer, saved.document);
    const bring = async ({ sha256 }: { sha256: string }) => new Blob([saved.clips.get(sha256) ?? '']);
    const deps = { db: writer, bring, readLedger: async () => ledger, now: () => saved.document.savedAt, app: '0.1.0' };
    const { document, bytes } = await writeProjectFile(deps, project.id);
    const file = new File([await new Response(bytes).arrayBuffer()], 'movie.storyreel');

    const store = new Map<string, Uint8Array>();
    const opening = { db, store: memoryStore(store), now: reader.device.now };
    const shares: number[] = [];
    const opened = await openProjectFile(opening, file, (share) => shares.push(share), new AbortController().signal);
    expect(documentText(opened)).toBe(documentText(document));
    expect(opened).toMatchObject({ ...(await inDatabase(writer, project.id)), ledger, missing: [] });
    expect(new Set(store.keys())).toEqual(new Set(saved.clips.keys()));
    for (const [sha256, clip] of saved.clips)
      expect(Buffer.from(clip).equals(store.get(sha256) ?? new Uint8Array(1))).toBe(true);
    expect(shares.at(-1) ?? 1).toBe(1);

    const id = reader.device.newId();
    const importing = { ...reader, takeIn: ownFileTaker(db, USER_ID, opened.files) };
    const row = { id, document: opened, isWanted: false };
    const done = await importAsProject(importing, USER_ID, row);
    expect(done).toEqual({ projectId: id, lost: [], silent: 0, unseen: 0 });
    const here = await db.projects.get(id);
    const scenes = inPlayOrder(await db.scenes.where('projectId').equals(id).toArray());
    expect(movieOf({ project: here ?? projectRow(), scenes })).toEqual(movieOf(opened));
    expect(scenes.some((scene) => opened.scenes.some((one) => one.id === scene.id))).toBe(false);
  }
}, 120_000);
