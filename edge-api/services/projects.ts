/** Edits of projects. Every change returns the whole changed row. */
import { z } from 'zod';
import { modelRow } from '#shared/catalogue/models.ts';
import {
  type CreateProjectRequest,
  type PatchProjectRequest,
  type ProjectAndScenes,
  type ReorderScenesRequest,
} from '#shared/api/projects.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { renumber } from '#shared/rules/scene-order.ts';
import type { Deps } from '../deps.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { forgetHistory } from '#edge-api/repos/history.ts';
import { forgetVersions } from '#edge-api/repos/versions.ts';
import { deleteExportsOfProject } from '#edge-api/repos/export-jobs.ts';
import { cancelJobs } from '#edge-api/repos/jobs.ts';
import { findOwnFile } from '#edge-api/repos/own-files.ts';
import {
  entombProject,
  expectUnchanged,
  insertProject,
  isProjectIdTaken,
  listDeletedProjects,
  listProjectPage,
  updateProjectEdit,
  type DeletedProject,
  type ListPlace,
  type ProjectRecord,
} from '#edge-api/repos/projects.ts';
import { entombScenesOfProject, updateSceneNumber } from '#edge-api/repos/scenes.ts';
import { keptProject, keptProjectAndScenes, keptWhole } from './kept-replies.ts';
import { changeOnce, requireVersion, type ChangeCall } from './change-once.ts';
import { newProjectRecord } from './new-project.ts';
import { changedFields, remembered, type Happening } from './history.ts';
import type { ProjectDigests } from './project-digests.ts';
import { requireRoomForProject, type QuotaDeps } from './quotas.ts';
import { ownProject, viewOf, viewOfDigest, type OwnProject } from './project-view.ts';
import { projectWords } from './words.ts';

/** The start of a page: after this project. */
export type { ListPlace };

type ProjectDeps = Pick<Deps, 'db' | 'now' | 'randomBytes'>;

/** `next` is where the next page starts, null on the last one. */
export type ProjectPage = { projects: Project[]; next: ListPlace | null };

/**
 * A page of a person's projects, newest first. @param after the last project of the previous page; null for the first
 * page
 */
export async function listProjects(
  deps: Pick<Deps, 'db'>,
  digestsOf: ProjectDigests,
  { userId, after }: { userId: string; after: ListPlace | null },
): Promise<ProjectPage> {
  const found = await listProjectPage(deps.db, { userId, after, limit: limits.projectsPage + 1 });
  const page = found.slice(0, limits.projectsPage);
  const digests = await digestsOf(
    deps.db,
    page.map(({ record: { id }, revision }) => ({ id, revision })),
  );
  return {
    // One that was removed for good since has no digest.
    projects: page.flatMap(({ record }) => {
      const digest = digests.get(record.id);
      return digest === undefined ? [] : [viewOfDigest(record, digest)];
    }),
    next: found.length > page.length ? (page.at(-1)?.record ?? null) : null,
  };
}

/** Those of some projects that the person has deleted: others that they lack, the server has never had, or no longer knows of. */
export function listDeleted(deps: Pick<Deps, 'db'>, userId: string, ids: readonly string[]): Promise<DeletedProject[]> {
  return listDeletedProjects(deps.db, userId, ids);
}

/** @throws AppError `quota_reached`; `invalid_input` for an id that is taken, or a ratio that the model can't make */
export function createProject(
  deps: ProjectDeps & QuotaDeps,
  call: ChangeCall,
  body: CreateProjectRequest,
): Promise<Project> {
  return changeOnce(deps, call, keptProject, async () => {
    const nowMs = deps.now();
    const { id = uuidv7(nowMs, deps.randomBytes(10)), ...fields } = body;
    requireRatio(fields);
    if (await isProjectIdTaken(deps.db, id)) throw new AppError('invalid_input', projectWords.idTaken);
    await requireRoomForProject(deps, call.userId);
    const record = newProjectRecord(fields, { id, userId: call.userId, nowMs });
    const entry = remembered(deps, call, id, { kind: 'create-project', scene: null, version: 1 });
    return { statements: [insertProject(record), ...entry], reply: viewOf(record, []) };
  });
}

/** @throws AppError `not_found`, `version_conflict` with the project, `invalid_input` for a model without its ratio */
export function patchProject(
  deps: ProjectDeps,
  call: ChangeCall,
  projectId: string,
  patch: PatchProjectRequest,
): Promise<Project> {
  return changeOnce(deps, call, keptProject, async () => {
    const own = await ownProject(deps, call.userId, projectId);
    requireVersion(call, own.project, 'project');
    const record: ProjectRecord = {
      ...own.record,
      ...defined(patch),
      version: own.record.version + 1,
      updatedAt: deps.now(),
    };
    requireRatio(record);
    if (record.isPublic && !own.record.isPublic) await requireHeard(deps, record);
    const row = { projectId, sceneId: null, version: own.record.version };
    const fields = await changedFields(deps, call, row, { before: own.record, after: defined(patch) });
    const happening: Happening = { kind: 'edit-project', scene: null, version: record.version, fields };
    return {
      statements: [
        expectUnchanged(projectId, own.revision),
        updateProjectEdit(record),
        ...(fields.length === 0 ? [] : remembered(deps, call, projectId, happening)),
      ],
      reply: viewOf(record, own.scenes),
    };
  });
}

/**
 * Deletes a project: its generation is canceled, and a tombstone is kept for thirty days.
 * @throws AppError `not_found`, `version_conflict` with the project
 */
export function deleteProject(deps: ProjectDeps, call: ChangeCall, projectId: string): Promise<null> {
  return changeOnce(deps, call, keptWhole(z.null()), async () => {
    const own = await ownProject(deps, call.userId, projectId);
    requireVersion(call, own.project, 'project');
    const nowMs = deps.now();
    return {
      statements: [
        expectUnchanged(projectId, own.revision),
        ...cancelJobs({ projectId }, nowMs),
        deleteExportsOfProject(projectId),
        entombScenesOfProject(projectId, nowMs),
        entombProject(call.userId, projectId, nowMs),
        forgetHistory(projectId),
        forgetVersions(projectId),
      ],
      reply: null,
    };
  });
}

/**
 * Reorders a project's scenes. Extensions follow their scenes, whatever the request says.
 * @throws AppError `not_found`, `version_conflict` with the project, `invalid_input` unless every scene is named once
 */
export function reorderScenes(
  deps: ProjectDeps,
  call: ChangeCall,
  projectId: string,
  body: ReorderScenesRequest,
): Promise<ProjectAndScenes> {
  return changeOnce(deps, call, keptProjectAndScenes, async () => {
    const own = await ownProject(deps, call.userId, projectId);
    requireVersion(call, own.project, 'project');
    const places = new Map(body.scenes.map((scene) => [scene.id, scene.sceneNumber]));
    if (places.size !== body.scenes.length || !isWholeOrder(own.scenes, places)) {
      throw new AppError('invalid_input', projectWords.wholeOrder);
    }
    const placed = own.scenes.map((scene) => ({
      ...scene,
      sceneNumber: places.get(scene.isExtension ? (scene.parentSceneId ?? '') : scene.id) ?? scene.sceneNumber,
    }));
    const order = renumber(placed);
    const isMoved = order.some((scene, place) => scene.id !== own.scenes[place]?.id);
    const fields = [
      { field: 'sceneOrder' as const, before: wholeIds(own.scenes), after: wholeIds(order), replaced: null },
    ];
    const happening: Happening = { kind: 'reorder-scenes', scene: null, version: own.record.version + 1, fields };
    return changedOrder(own, order, deps.now(), isMoved ? remembered(deps, call, projectId, happening) : []);
  });
}

/**
 * Plans a change to a project's scenes or their order, which counts as a new version of the project.
 * @param scenes all scenes after the change, in play order
 * @param statements what else to write before the numbers
 */
export function changedOrder(own: OwnProject, scenes: readonly Scene[], nowMs: number, statements: Statement[]) {
  const record: ProjectRecord = { ...own.record, version: own.record.version + 1, updatedAt: nowMs };
  const numberBefore = new Map(own.scenes.map((scene) => [scene.id, scene.sceneNumber]));
  const numbered = scenes.map((scene) =>
    scene.sceneNumber === numberBefore.get(scene.id) ? scene : { ...scene, updatedAt: nowMs },
  );
  const moved = numbered.filter((scene) => scene.sceneNumber !== numberBefore.get(scene.id));
  return {
    statements: [
      expectUnchanged(record.id, own.revision),
      ...statements,
      ...moved.map((scene) => updateSceneNumber(scene.id, scene.sceneNumber, nowMs)),
      updateProjectEdit(record),
    ],
    reply: { project: viewOf(record, numbered), scenes: numbered },
  };
}

/** Ids in play order; an extension follows its scene. */
function wholeIds(scenes: readonly Scene[]): string[] {
  return scenes.filter((scene) => !scene.isExtension).map((scene) => scene.id);
}

function isWholeOrder(scenes: readonly Scene[], places: ReadonlyMap<string, number>): boolean {
  const known = new Set(scenes.map((scene) => scene.id));
  return (
    scenes.every((scene) => scene.isExtension || places.has(scene.id)) &&
    Array.from(places.keys()).every((id) => known.has(id))
  );
}

/** What goes public is whole: visitors hear its music. @throws AppError `invalid_input` */
async function requireHeard({ db }: ProjectDeps, { userId, audio }: ProjectRecord): Promise<void> {
  for (const { mediaId, name } of audio)
    if ((await findOwnFile(db, userId, mediaId)) === null)
      throw new AppError('invalid_input', projectWords.audioMissing({ name }));
}

function requireRatio({ model, aspectRatio }: Pick<ProjectRecord, 'model' | 'aspectRatio'>): void {
  const { label, aspectRatios } = modelRow(model);
  if (!aspectRatios.includes(aspectRatio))
    throw new AppError('invalid_input', projectWords.noSuchRatio({ model: label, ratio: aspectRatio }));
}

/** A patch without its undefined fields. */
function defined(patch: PatchProjectRequest): Partial<Pick<ProjectRecord, keyof PatchProjectRequest>> {
  const { title, description, isPublic, isIndexable, model, levelling, audio } = patch;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(isPublic === undefined ? {} : { isPublic }),
    ...(isIndexable === undefined ? {} : { isIndexable }),
    ...(model === undefined ? {} : { model }),
    ...(levelling === undefined ? {} : { levelling }),
    ...(audio === undefined ? {} : { audio }),
  };
}
