/** An improvement that the server made for the person becomes a step of undo, as if it had been made here. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { editProject } from './commands/edit-project.ts';
import { editScene } from './commands/edit-scene.ts';
import type { CommitDeps } from './enact.ts';
import { recordDone } from './history.ts';
import type { CommandPlan } from './plan.ts';
import { editWords } from './words.ts';

/** Part of the caller’s transaction over `documentTables`. Does nothing if nothing has changed. */
export function recordImprovedProject(former: Project, improved: Project, deps: CommitDeps): Promise<void> {
  const plan = editProject(former, { description: improved.description });
  return record({ ...plan, label: editWords.improveDescription }, deps);
}

/** As `recordImprovedProject`. The prompt follows the description, so it needs no entry of its own. */
export function recordImprovedScene(project: Project, former: Scene, improved: Scene, deps: CommitDeps): Promise<void> {
  const plan = editScene(project, former, { description: improved.description });
  return record({ ...plan, label: editWords.improveScene({ number: improved.sceneNumber }) }, deps);
}

async function record(plan: CommandPlan, { db, device }: CommitDeps): Promise<void> {
  if (plan.inverse) await recordDone(db, { ...plan, inverse: plan.inverse }, device.now());
}
