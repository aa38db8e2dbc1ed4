/** An edit that the server made on the person's asking becomes a step of undo, as if it had been made here. */
import type { Project } from '#shared/entities/project.ts';
import { editProject } from './commands/edit-project.ts';
import type { CommitDeps } from './enact.ts';
import { recordDone } from './history.ts';

/** Part of a transaction of the caller over `documentTables`. Does nothing where nothing was changed. */
export async function recordImproved(former: Project, improved: Project, { db, device }: CommitDeps): Promise<void> {
  const plan = editProject(former, { description: improved.description });
  if (plan.inverse)
    await recordDone(db, { ...plan, label: 'Improve description', inverse: plan.inverse }, device.now());
}
