/** The public gallery: what anyone may see of a published project. */
import {
  publicProjectSchema,
  publicSceneSchema,
  type PublicProject,
  type ShowcaseProject,
} from '#shared/api/showcase.ts';
import { publicAudioSchema } from '#shared/entities/movie-audio.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#edge-api/db/client.ts';
import { listScenes } from '#edge-api/repos/scenes.ts';
import {
  findForShowcase,
  publicAudioOf,
  listPublicProjects,
  showcaseRevision,
  type ShowcaseRecord,
} from '#edge-api/repos/showcase.ts';
import { digestOf, rememberDigests, type ProjectDigest, type ProjectDigests } from './project-digests.ts';
import { shareWork } from './share-work.ts';
import { projectWords } from './words.ts';

type ShowcaseDeps = { db: Db };

/** Changes with anything that the list of public projects shows. */
export function showcaseMark(deps: ShowcaseDeps): Promise<number> {
  return showcaseRevision(deps.db);
}

/** `nextAfter` is the last project of this page, null on the last page. */
export type ShowcasePage = { projects: PublicProject[]; nextAfter: string | null };

/** Answers a page of public projects, the newest first. */
export type ShowcasePages = (
  wanted: { afterId: string | null; mark: number },
  /** Runs before a page is built, which costs something; what it throws refuses the page. */
  beforeBuilding: () => Promise<void>,
) => Promise<ShowcasePage>;

const KEPT_PAGES = 200;

/** To read and put together a page takes milliseconds. */
const LONGEST_BUILDING_MS = 5_000;

/** Pages, each built once for as long as nothing of the showcase changes, however many ask for it at once. */
export function keepShowcasePages(deps: ShowcaseDeps): ShowcasePages {
  const digestsOf = rememberDigests();
  const kept = new Map<string | null, { mark: number; page: ShowcasePage }>();
  const share = shareWork<ShowcasePage>(LONGEST_BUILDING_MS);
  const build = async (afterId: string | null, mark: number): Promise<ShowcasePage> => {
    const page = await buildPage(deps, digestsOf, afterId);
    kept.delete(afterId);
    kept.set(afterId, { mark, page });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_PAGES && oldest !== undefined) kept.delete(oldest);
    return page;
  };
  return async ({ afterId, mark }, beforeBuilding) => {
    const known = (): ShowcasePage | null => {
      const found = kept.get(afterId);
      return found?.mark === mark ? found.page : null;
    };
    const page = known();
    if (page !== null) return page;
    await beforeBuilding();
    // Of those who come while one is let through to build it, each finds it built.
    return known() ?? share(`${afterId} ${mark}`, () => build(afterId, mark));
  };
}

async function buildPage(deps: ShowcaseDeps, digestsOf: ProjectDigests, afterId: string | null): Promise<ShowcasePage> {
  const found = await listPublicProjects(deps.db, { afterId, limit: limits.showcasePage + 1 });
  const page = found.slice(0, limits.showcasePage);
  const digests = await digestsOf(deps.db, page);
  return {
    projects: page.flatMap((record) => {
      const digest = digests.get(record.id);
      return digest === undefined ? [] : [publicProject(record, digest)];
    }),
    nextAfter: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

/** A public project with its scenes. @param record as `publicRecord` found it */
export async function showcaseProject(deps: ShowcaseDeps, record: ShowcaseRecord): Promise<ShowcaseProject> {
  const scenes = await listScenes(deps.db, record.id);
  return {
    project: publicProject(record, digestOf(scenes)),
    scenes: scenes.map((scene) => publicSceneSchema.parse(scene)),
    audio: (await publicAudioOf(deps.db, record.id)).map((piece) => publicAudioSchema.parse(piece)),
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
function publicProject(record: ShowcaseRecord, digest: ProjectDigest): PublicProject {
  return publicProjectSchema.parse({
    ...record,
    genre: genreLabels(record.genres),
    ...digest,
    user: {
      firstName: record.firstName,
      lastName: record.lastName,
      profileImageUrl: record.pictureUrl === null ? null : `/api/showcase/projects/${record.id}/avatar`,
    },
  });
}
