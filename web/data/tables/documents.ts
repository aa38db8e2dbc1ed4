/** Reading and writing a project's document. Everything here runs inside a transaction of its caller. */
import { EMPTY_BASE, rebuild } from '../document/rebuild.ts';
import type { ProjectDocument } from '../document/document.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { StoryreelDb } from '../db.ts';
import type { Change } from '../change.ts';
import { sceneOfChange, scenesOfChange } from '../scene-of-change.ts';
import type { BaseRow, ProjectRow, SceneRow } from './rows.ts';

/** The tables that a change of a document may touch, for `db.transaction('rw', …)`. */
export function documentTables(db: StoryreelDb) {
  const { projects, scenes, tombstones, bases, outbox, history, pulledHistory, historyPulls, versions } = db;
  return [projects, scenes, tombstones, bases, outbox, history, pulledHistory, historyPulls, versions];
}

/** The document as it is on the screen. */
export async function readDocument(db: StoryreelDb, projectId: string): Promise<ProjectDocument> {
  const [project, scenes, tombstones] = await Promise.all([
    db.projects.get(projectId),
    db.scenes.where('projectId').equals(projectId).toArray(),
    db.tombstones.where('projectId').equals(projectId).toArray(),
  ]);
  return { project: project ? withoutRev(project) : null, scenes: scenes.map(withoutRev), tombstones };
}

/** What the server last told of a project, or that nothing is known yet. */
export async function readBase(db: StoryreelDb, projectId: string, userId: string): Promise<BaseRow> {
  return (await db.bases.get(projectId)) ?? { projectId, userId, ...EMPTY_BASE, orphanIds: [], pulledAt: null };
}

/**
 * Writes the base with all unsent changes of the project laid over it into the tables that are drawn. Rows that come out
 * as they were are not written; `touched` changes raise the `rev` of their rows all the same, so that drafts end.
 */
export async function showDocument(
  db: StoryreelDb,
  base: BaseRow,
  touched: readonly Change[] = [],
): Promise<ProjectDocument> {
  const { projectId } = base;
  const unsent = await db.outbox.where('projectId').equals(projectId).sortBy('seq');
  const document = rebuild(
    base,
    unsent.map((row) => row.change),
  );
  await Promise.all([
    showProject(
      db,
      projectId,
      document,
      touched.some((change) => sceneOfChange(change) === null),
    ),
    showScenes(db, projectId, document, new Set(touched.flatMap(scenesOfChange))),
    showTombstones(db, projectId, document),
  ]);
  return document;
}

/** Forgets a project: its rows, what the server told of it, and its history. Unsent changes are the caller's business. */
export async function forgetDocument(db: StoryreelDb, projectId: string): Promise<void> {
  await Promise.all([
    db.projects.delete(projectId),
    db.bases.delete(projectId),
    ...[db.scenes, db.tombstones].map((table) => table.where('projectId').equals(projectId).delete()),
    db.historyPulls.delete(projectId),
    ...[db.history, db.pulledHistory].map((table) => table.where('projectId').equals(projectId).delete()),
    db.versions.where('[projectId+at]').between([projectId, 0], [projectId, Number.MAX_SAFE_INTEGER]).delete(),
  ]);
}

async function showProject(
  db: StoryreelDb,
  projectId: string,
  document: ProjectDocument,
  isTouched: boolean,
): Promise<void> {
  const old = await db.projects.get(projectId);
  if (!document.project) {
    if (old) await db.projects.delete(projectId);
    return;
  }
  if (old && !isTouched && sameValue(withoutRev(old), document.project)) return;
  await db.projects.put({ ...document.project, rev: (old?.rev ?? 0) + 1 });
}

async function showScenes(
  db: StoryreelDb,
  projectId: string,
  document: ProjectDocument,
  touched: ReadonlySet<string>,
): Promise<void> {
  const old = new Map((await db.scenes.where('projectId').equals(projectId).toArray()).map((row) => [row.id, row]));
  const kept = new Set(document.scenes.map((scene) => scene.id));
  const changed = document.scenes.flatMap((scene): SceneRow[] => {
    const before = old.get(scene.id);
    if (before && !touched.has(scene.id) && sameValue(withoutRev(before), scene)) return [];
    return [{ ...scene, rev: (before?.rev ?? 0) + 1 }];
  });
  await db.scenes.bulkPut(changed);
  await db.scenes.bulkDelete([...old.keys()].filter((id) => !kept.has(id)));
}

async function showTombstones(db: StoryreelDb, projectId: string, document: ProjectDocument): Promise<void> {
  const old = new Map(
    (await db.tombstones.where('projectId').equals(projectId).toArray()).map((row) => [row.sceneId, row]),
  );
  const shown = document.tombstones.map(({ sceneId, rows, deletedAt }) => ({ sceneId, projectId, rows, deletedAt }));
  const kept = new Set(shown.map(({ sceneId }) => sceneId));
  await db.tombstones.bulkDelete([...old.keys()].filter((id) => !kept.has(id)));
  await db.tombstones.bulkPut(shown.filter((row) => !sameValue(old.get(row.sceneId), row)));
}

function withoutRev<T extends ProjectRow | SceneRow>(row: T): Omit<T, 'rev'> {
  const { rev: _, ...rest } = row;
  return rest;
}
