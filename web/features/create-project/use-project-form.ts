import { useEffect, useState } from 'react';
import { keepDraft, readDraft } from './project-draft.ts';
import { emptyProjectForm, type ProjectForm } from './project-form.ts';

/** The form of a new project. It begins with what the person left in it last time. */
export function useProjectForm(userId: string) {
  const [form, setForm] = useState(() => readDraft(userId));
  /** A draft of last time stands in the form. */
  const [isDraft, setIsDraft] = useState(form !== emptyProjectForm);
  useEffect(() => keepDraft(userId, form), [userId, form]);
  const clear = (): void => {
    // At once: the dialog may be gone by now.
    keepDraft(userId, emptyProjectForm);
    setForm(emptyProjectForm);
    setIsDraft(false);
  };
  const change = (next: (form: ProjectForm) => ProjectForm): void => setForm(next);
  return { form, change, clear, isDraft };
}
