/** An edit that the server made on the person's asking becomes a step of undo, as if it had been made here. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { editProject } from './commands/edit-project.ts';
import { editScene } from './commands/edit-scene.ts';
import type { CommitDeps } from './enact.ts';
import { recordDone } from './history.ts';
import type { CommandPlan } from './plan.ts';

/** Part of a transaction of the caller over `documentTables`. Does nothing where nothing was changed. */
export function recordImprovedProject(former: Project, improved: Project, deps: CommitDeps): Promise<void> {
  const plan = editProject(former, { description: improved.description });
  return record({ ...plan, label: 'Improve description' }, deps);
}

/** As `recordImprovedProject`. The prompt follows the description, so it needs no entry of its own. */
export function recordImprovedScene(project: Project, former: Scene, improved: Scene, deps: CommitDeps): Promise<void> {
  const plan = editScene(project, former, { description: improved.description });
  return record({ ...plan, label: `Improve scene ${improved.sceneNumber}` }, deps);
}

async function record(plan: CommandPlan, { db, device }: CommitDeps): Promise<void> {
  if (plan.inverse) await recordDone(db, { ...plan, inverse: plan.inverse }, device.now());
}
