/** The public gallery: what anyone may see of a published project. */
import {
  publicProjectSchema,
  publicSceneSchema,
  type PublicProject,
  type ShowcaseProject,
} from '#shared/api/showcase.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { hasDemoClips } from '#shared/rules/demo-clips.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import type { Db } from '#edge-api/db/client.ts';
import { listScenes } from '#edge-api/repos/scenes.ts';
import {
  findForShowcase,
  listPublicProjects,
  showcaseRevision,
  type ShowcaseRecord,
} from '#edge-api/repos/showcase.ts';
import type { SceneSummary } from '#edge-api/repos/scene-summaries.ts';
import { projectWords } from './words.ts';

type ShowcaseDeps = { db: Db };

/** Changes with anything that the list of public projects shows. */
export function showcaseMark(deps: ShowcaseDeps): Promise<number> {
  return showcaseRevision(deps.db);
}

/** `nextAfter` is the last project of this page, null on the last page. */
export type ShowcasePage = { projects: PublicProject[]; nextAfter: string | null };

/** A page of public projects, the newest first. */
export async function listShowcase(deps: ShowcaseDeps, afterId: string | null): Promise<ShowcasePage> {
  const found = await listPublicProjects(deps.db, { afterId, limit: limits.showcasePage + 1 });
  const page = found.slice(0, limits.showcasePage);
  return {
    projects: page.map(({ record, scenes }) => publicProject(record, scenes)),
    nextAfter: found.length > page.length ? (page.at(-1)?.record.id ?? null) : null,
  };
}

/** A public project with its scenes. @param record as `publicRecord` found it */
export async function showcaseProject(deps: ShowcaseDeps, record: ShowcaseRecord): Promise<ShowcaseProject> {
  const scenes = await listScenes(deps.db, record.id);
  return {
    project: publicProject(record, scenes),
    scenes: scenes.map((scene) => publicSceneSchema.parse(scene)),
  };
}

/**
 * A public project.
 * @throws AppError `not_found`, `private`
 */
export async function publicRecord(deps: ShowcaseDeps, projectId: string): Promise<ShowcaseRecord> {
  const record = await findForShowcase(deps.db, projectId);
  if (record === null) throw new AppError('not_found', projectWords.gone);
  if (!record.isPublic) throw new AppError('private', projectWords.isPrivate);
  return record;
}

/** The schema keeps only the public fields. */
function publicProject(record: ShowcaseRecord, scenes: readonly SceneSummary[]): PublicProject {
  return publicProjectSchema.parse({
    ...record,
    genre: genreLabels(record.genres),
    totalDuration: totalDuration(scenes),
    sceneCount: scenes.filter((scene) => !scene.isExtension).length,
    posterUrl: scenes.find((scene) => scene.thumbnailUrl !== null)?.thumbnailUrl ?? null,
    isDemo: hasDemoClips(scenes),
    user: {
      firstName: record.firstName,
      lastName: record.lastName,
      profileImageUrl: record.pictureUrl === null ? null : `/api/showcase/projects/${record.id}/avatar`,
    },
  });
}
