/**
 * Projects as their owners see them: the stored row with everything derived from its scenes. Ownership of projects and
 * scenes is checked here; of files in media.ts, public access in showcase.ts, and for polls together with the session
 * (sessions.ts).
 */
import { genres } from '#shared/catalogue/genres.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { findListedProject, parseProject, selectProject, type ProjectRecord } from '#edge-api/repos/projects.ts';
import type { SceneSummary } from '#edge-api/repos/scene-summaries.ts';
import { findScene, parseScenes, selectScenes } from '#edge-api/repos/scenes.ts';
import { digestOf, type ProjectDigest } from './project-digests.ts';
import { projectWords } from './words.ts';

export type OwnProject = {
  record: ProjectRecord;
  project: Project;
  /** In play order. */
  scenes: Scene[];
  /** Identifies the state that all this was read in, see `expectUnchanged`. */
  revision: number;
};

/**
 * A person's project with its scenes, read in one state.
 * @throws AppError `not_found`, also for someone else's
 */
export async function ownProject(deps: Pick<Deps, 'db'>, userId: string, projectId: string): Promise<OwnProject> {
  const [projects, scenes] = await deps.db.batch([selectProject(userId, projectId), selectScenes(projectId)], 'read');
  const found = projects === undefined ? null : parseProject(projects);
  if (found === null || scenes === undefined) throw new AppError('not_found', projectWords.notFound);
  const sceneRows = parseScenes(scenes);
  return { ...found, project: viewOf(found.record, sceneRows), scenes: sceneRows };
}

/**
 * A person's project, without its scenes.
 * @throws AppError `not_found`, also for someone else's
 */
export async function ownProjectView(deps: Pick<Deps, 'db'>, userId: string, projectId: string): Promise<Project> {
  const found = await findListedProject(deps.db, userId, projectId);
  if (found === null) throw new AppError('not_found', projectWords.notFound);
  return viewOf(found.record, found.scenes);
}

/**
 * A person's scene.
 * @throws AppError `not_found`, also for someone else's
 */
export async function ownScene(deps: Pick<Deps, 'db'>, userId: string, sceneId: string): Promise<Scene> {
  const scene = await findScene(deps.db, userId, sceneId);
  if (scene === null) throw new AppError('not_found', projectWords.sceneNotFound);
  return scene;
}

/** @param scenes all living scenes of the project, in play order */
export function viewOf(record: ProjectRecord, scenes: readonly SceneSummary[]): Project {
  return viewOfDigest(record, digestOf(scenes));
}

export function viewOfDigest(record: ProjectRecord, digest: ProjectDigest): Project {
  return {
    ...record,
    genre: record.genres.flatMap((id) => genres.find((genre) => genre.id === id)?.label ?? []).join(', '),
    ...digest,
  };
}
