/** Edits the concept, with a toast about how it went. */
import { improveProject } from '#api/generation.ts';
import { actions } from '#editor/actions.ts';
import type { Project } from '#shared/entities/project.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure } from '#ui/toasts.ts';
import { conceptWords as words } from './words.ts';

/** Saves the person's own text. */
export async function saveConcept(projectId: string, description: string): Promise<void> {
  try {
    const undo = await actions.undoable(projectId, () => actions.editProject(projectId, { description }));
    showEdited(words.updated, undo);
  } catch (error) {
    showFailure(words.updateFailed, error);
  }
}

/** Lets the AI improve the text; one Undo restores the old one. */
export async function improveConcept(project: Project): Promise<void> {
  const { id, description } = project;
  try {
    await improveProject(id);
    const undo = await actions.undoable(id, () => actions.rememberImproved(id, { description }));
    showEdited(undo === null ? words.unchanged : words.improved, undo);
  } catch (error) {
    showFailureOrRetry(words.improveFailed, error, () => void improveConcept(project));
  }
}
