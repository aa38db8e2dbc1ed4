/** What someone started to write, kept while the tab is open, because a dialog is easily closed by accident. */
import { z } from 'zod';
import { emptyProjectForm, projectFormSchema, type ProjectForm } from './project-form.ts';

const STORAGE_NAME = 'storyreel.new-project';

const draftSchema = z.object({ userId: z.string(), form: projectFormSchema });

/** The person's own draft; the empty form when there is none. */
export function readDraft(userId: string): ProjectForm {
  try {
    const kept = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_NAME) ?? 'null'));
    return kept.success && kept.data.userId === userId ? kept.data.form : emptyProjectForm;
  } catch (error) {
    console.warn('The draft of the new project can’t be read.', error);
    return emptyProjectForm;
  }
}

/** Where storage is blocked, the draft lasts as long as the dialog. */
export function keepDraft(userId: string, form: ProjectForm): void {
  try {
    if (form === emptyProjectForm) sessionStorage.removeItem(STORAGE_NAME);
    else sessionStorage.setItem(STORAGE_NAME, JSON.stringify({ userId, form }));
  } catch (error) {
    console.warn('The draft of the new project won’t be kept: this browser blocks session storage.', error);
  }
}
