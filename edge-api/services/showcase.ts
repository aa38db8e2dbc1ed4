/** The public gallery: what anybody may see of a project that its owner has published. */
import {
  publicProjectSchema,
  publicSceneSchema,
  type PublicProject,
  type ShowcaseProject,
} from '#shared/api/showcase.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import type { Db } from '#edge-api/db/client.ts';
import { listScenes } from '#edge-api/repos/scenes.ts';
import {
  findForShowcase,
  listPublicProjects,
  summariseScenes,
  type SceneSummary,
  type ShowcaseRecord,
} from '#edge-api/repos/showcase.ts';

type ShowcaseDeps = { db: Db };

/** A page of public projects, the newest first. */
export async function listShowcase(deps: ShowcaseDeps, afterId: string | null): Promise<PublicProject[]> {
  const records = await listPublicProjects(deps.db, { afterId, limit: limits.showcasePage });
  const scenesOf = new Map<string, SceneSummary[]>(records.map(({ id }) => [id, []]));
  const ids = records.map(({ id }) => id);
  for (const scene of await summariseScenes(deps.db, ids)) scenesOf.get(scene.projectId)?.push(scene);
  return records.map((record) => publicProject(record, scenesOf.get(record.id) ?? []));
}

/**
 * A public project with its scenes.
 * @throws AppError `not_found`, or `private` when its owner has not published it
 */
export async function showcaseProject(deps: ShowcaseDeps, projectId: string): Promise<ShowcaseProject> {
  const record = await publicRecord(deps, projectId);
  const scenes = await listScenes(deps.db, projectId);
  return {
    project: publicProject(record, scenes),
    scenes: scenes.map((scene) => publicSceneSchema.parse(scene)),
  };
}

/**
 * A project that everybody may see.
 * @throws AppError `not_found`, `private`
 */
export async function publicRecord(deps: ShowcaseDeps, projectId: string): Promise<ShowcaseRecord> {
  const record = await findForShowcase(deps.db, projectId);
  if (record === null) throw new AppError('not_found', "This project doesn't exist or has been removed.");
  if (!record.isPublic) throw new AppError('private', 'This project is private');
  return record;
}

type Card = Pick<SceneSummary, Exclude<keyof SceneSummary, 'projectId'>>;

/** The schema takes the public fields and nothing else. */
function publicProject(record: ShowcaseRecord, scenes: readonly Card[]): PublicProject {
  return publicProjectSchema.parse({
    ...record,
    genre: genreLabels(record.genres),
    totalDuration: totalDuration(scenes),
    sceneCount: scenes.filter((scene) => !scene.isExtension).length,
    posterUrl: scenes.find((scene) => scene.thumbnailUrl !== null)?.thumbnailUrl ?? null,
    user: {
      firstName: record.firstName,
      lastName: record.lastName,
      profileImageUrl: record.pictureUrl === null ? null : `/api/showcase/projects/${record.id}/avatar`,
    },
  });
}
