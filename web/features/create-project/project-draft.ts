/** What somebody has begun to write, kept for as long as the tab is open: a dialog is closed by a slip of the hand. */
import { z } from 'zod';
import { emptyProjectForm, projectFormSchema, type ProjectForm } from './project-form.ts';

const STORAGE_NAME = 'storyreel.new-project';

const draftSchema = z.object({ userId: z.string(), form: projectFormSchema });

/** The person's own draft; the empty form where there is none. */
export function readDraft(userId: string): ProjectForm {
  try {
    const kept = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_NAME) ?? 'null'));
    return kept.success && kept.data.userId === userId ? kept.data.form : emptyProjectForm;
  } catch (error) {
    console.warn('The draft of a new project can’t be read.', error);
    return emptyProjectForm;
  }
}

/** Where nothing can be kept, the draft lasts as long as the dialog. */
export function keepDraft(userId: string, form: ProjectForm): void {
  try {
    if (form === emptyProjectForm) sessionStorage.removeItem(STORAGE_NAME);
    else sessionStorage.setItem(STORAGE_NAME, JSON.stringify({ userId, form }));
  } catch (error) {
    console.warn('The draft of a new project is not kept: this browser allows no session storage.', error);
  }
}
