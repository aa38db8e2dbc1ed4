/** What a card shows of a project's scenes, remembered as long as nothing of the project changes: reading them all costs most of a list. */
import type { Project } from '#shared/entities/project.ts';
import { hasDemoClips } from '#shared/rules/demo-clips.ts';
import { projectStatus } from '#shared/rules/project-status.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import type { Db } from '#edge-api/db/client.ts';
import { readSummaries, type SceneSummary } from '#edge-api/repos/scene-summaries.ts';

export type ProjectDigest = Pick<Project, 'status' | 'totalDuration' | 'sceneCount' | 'posterUrl' | 'isDemo'>;

/** @param scenes all living scenes of a project, in play order */
export function digestOf(scenes: readonly SceneSummary[]): ProjectDigest {
  return {
    status: projectStatus(scenes),
    totalDuration: totalDuration(scenes),
    sceneCount: scenes.filter((scene) => !scene.isExtension).length,
    posterUrl: scenes.find((scene) => scene.thumbnailUrl !== null)?.thumbnailUrl ?? null,
    isDemo: hasDemoClips(scenes),
  };
}

/** A few hundred bytes each. */
const REMEMBERED = 20_000;

/** Answers the digests of some projects, each with the revision that was read of it, by their ids. */
export type ProjectDigests = (
  db: Db,
  projects: readonly { id: string; revision: number }[],
) => Promise<ReadonlyMap<string, ProjectDigest>>;

/** Digests in memory. The least recently asked for is forgotten first. */
export function rememberDigests(): ProjectDigests {
  const remembered = new Map<string, { revision: number; digest: ProjectDigest }>();
  const remember = (id: string, known: { revision: number; digest: ProjectDigest }): void => {
    remembered.delete(id);
    remembered.set(id, known);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  };
  return async (db, projects) => {
    const digests = new Map<string, ProjectDigest>();
    const unknown: string[] = [];
    for (const { id, revision } of projects) {
      const known = remembered.get(id);
      if (known?.revision !== revision) unknown.push(id);
      else {
        remember(id, known);
        digests.set(id, known.digest);
      }
    }
    if (unknown.length === 0) return digests;
    for (const { id, revision, scenes } of await readSummaries(db, unknown)) {
      const digest = digestOf(scenes);
      remember(id, { revision, digest });
      digests.set(id, digest);
    }
    return digests;
  };
}
