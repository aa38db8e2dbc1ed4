/** What is done to the concept, and what is said about it. */
import { improveProject } from '#api/generation.ts';
import { actions } from '#editor/actions.ts';
import type { Project } from '#shared/entities/project.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';

/** The person's own words. */
export async function saveConcept(projectId: string, description: string): Promise<void> {
  try {
    await actions.editProject(projectId, { description });
    showToast({ title: 'Project updated', description: 'Your changes have been saved' });
  } catch (error) {
    showFailure('Error updating project', error);
  }
}

/** Better words by the AI; one step of undo takes them back. */
export async function improveConcept(project: Project): Promise<void> {
  const { id, description } = project;
  try {
    await improveProject(id);
    await actions.rememberImproved(id, { description });
    showToast({ title: 'Description improved', description: 'AI has enhanced your prompt with Veo best practices' });
  } catch (error) {
    showFailureOrRetry('Error improving description', error, () => void improveConcept(project));
  }
}
