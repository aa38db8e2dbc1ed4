/**
 * What the person decides about a project that the server doesn't have: to keep what is here of it as a project of its own,
 * or to give it up.
 */
import { forgetProjectChanges } from '#data/tables/deleted-projects.ts';
import { documentTables, forgetDocument, readDocument } from '#data/tables/documents.ts';
import { noteMissing, readMissing } from '#data/tables/missing-projects.ts';
import type { VersionRow } from '#data/tables/rows.ts';
import { versionsOf } from '#data/tables/versions.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { commit } from './commit.ts';
import type { CommitDeps } from './enact.ts';
import { planProjectOf, renamedScene, type ImportDeps, type ImportedProject } from './import-opened-file.ts';
import { kept } from './read-again.ts';

type GoneProject = { projectId: string; userId: string };

/**
 * Its characters and versions go with it. Does nothing, and answers null, if that is already settled.
 * @param formerId a project that was deleted elsewhere and edited here, or that the server lacks
 * @throws StoryreelFileError, the database's error
 */
export async function keepAsNewProject(formerId: string, deps: ImportDeps): Promise<ImportedProject | null> {
  const { db, device } = deps;
  const projectId = device.newId();
  for (;;) {
    const gone = await readGone(deps, formerId);
    const seen = await readDocument(db, formerId);
    const { project, scenes } = seen;
    if (gone === null || project === null) return null;
    const document = { project, scenes };
    const { plan, sceneIds, ...missing } = await planProjectOf(deps, { userId: gone.userId, projectId, document });
    let isKept = false;
    const edit = (now: CommitDeps) =>
      db.transaction('rw', [...documentTables(db), db.meta], async () => {
        isKept = false;
        const isSettled = (await readGone(deps, formerId)) === null;
        // Another tab may have been faster; and files take their time, in which somebody may have gone on here: then once more.
        if (isSettled || !sameValue(await readDocument(db, formerId), seen)) return new Map<string, number>();
        const versions = await versionsOf(db, formerId);
        await forget(deps, gone);
        isKept = true;
        const written = await commit(plan, now);
        await db.versions.bulkPut(versions.map((row) => versionOf(row, { id: device.newId(), projectId, sceneIds })));
        return written;
      });
    await kept(deps, edit);
    if (isKept) return { projectId, ...missing };
  }
}

/**
 * A version as one of the new project, to be sent anew. Its id is another, because the former one was the key of another
 * call. It counts as this browser's own: for those of others the server is asked for scenes that were deleted since.
 */
function versionOf(
  row: VersionRow,
  { id, projectId, sceneIds }: Pick<VersionRow, 'id' | 'projectId'> & { sceneIds: ReadonlyMap<string, string> },
): VersionRow {
  const scenes = row.scenes.map((scene) => ({ ...renamedScene(scene, sceneIds), projectId }));
  return { ...row, id, projectId, scenes, device: null, state: 'waiting' };
}

/** Removes all that is here of a project that the server lacks. Does nothing if that is already settled. */
export async function giveUpMissing(projectId: string, deps: CommitDeps): Promise<void> {
  const { db } = deps;
  await db.transaction('rw', [...documentTables(db), db.meta], async () => {
    const gone = await readGone(deps, projectId);
    if (gone !== null) await forget(deps, gone);
  });
}

async function forget({ db }: CommitDeps, project: GoneProject): Promise<void> {
  await forgetProjectChanges(db, project);
  await forgetDocument(db, project.projectId);
  await noteMissing(db, { found: [project.projectId] });
}

async function readGone({ db }: CommitDeps, projectId: string): Promise<GoneProject | null> {
  const rows = await db.outbox.where('projectId').equals(projectId).toArray();
  const refused = rows.find(({ state, refusal }) => state === 'parked' && refusal?.isProjectGone === true);
  if (refused !== undefined) return { projectId, userId: refused.userId };
  const isMissing = (await readMissing(db)).includes(projectId);
  const base = isMissing ? await db.bases.get(projectId) : undefined;
  return base === undefined ? null : { projectId, userId: base.userId };
}
