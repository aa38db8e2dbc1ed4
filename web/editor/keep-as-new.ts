/** Keeps a project that was deleted on another device, with what was edited here since, as a project of its own. */
import { forgetProjectChanges } from '#data/tables/deleted-projects.ts';
import { documentTables, forgetDocument, readDocument } from '#data/tables/documents.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { commit } from './commit.ts';
import { planProjectOf, type ImportDeps, type ImportedProject } from './import-opened-file.ts';
import { kept } from './read-again.ts';

/**
 * Does nothing, and answers null, if the change is already settled.
 * @param opId of a change that was refused because its project is gone
 * @throws StoryreelFileError, the database's error
 */
export async function keepAsNewProject(opId: string, deps: ImportDeps): Promise<ImportedProject | null> {
  const { db, device } = deps;
  const row = await readGone(deps, opId);
  if (row === null) return null;
  const { projectId: formerId, userId } = row;
  const { project, scenes } = await readDocument(db, formerId);
  if (project === null) return null;
  const projectId = device.newId();
  const { plan, lost, silent } = await planProjectOf(deps, { userId, projectId, document: { project, scenes } });
  let isKept = false;
  const edit = db.transaction('rw', documentTables(db), async () => {
    // Another tab may have been faster.
    if ((await readGone(deps, opId)) === null) return new Map<string, number>();
    await forgetProjectChanges(db, row);
    await forgetDocument(db, formerId);
    isKept = true;
    return commit(plan, deps);
  });
  await kept(db, edit);
  return isKept ? { projectId, lost, silent } : null;
}

async function readGone({ db }: ImportDeps, opId: string): Promise<OutboxRow | null> {
  const row = await db.outbox.where('opId').equals(opId).first();
  return row?.state === 'parked' && row.refusal?.isProjectGone === true ? row : null;
}
