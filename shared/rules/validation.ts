/** The sentences with which a form refuses, in the order in which it looks. */
export type FormProblem = { title: string; message: string };

/** Why a new project can't be created, or null. */
export function newProjectProblem(form: {
  title: string;
  description: string;
  genres: readonly string[];
}): FormProblem | null {
  if (!form.title.trim() || !form.description.trim())
    return { title: 'Missing information', message: 'Please provide both a title and description' };
  if (form.genres.length === 0)
    return { title: 'Missing genre', message: 'Please select at least one genre for your project' };
  return null;
}

/** Why a text overlay can't be added, or null. Times are seconds of the clip. */
export function overlayProblem(form: { text: string; startTime: number; endTime: number }): FormProblem | null {
  if (!form.text.trim()) return { title: 'Text required', message: 'Please enter text for the overlay' };
  if (!(form.startTime < form.endTime))
    return { title: 'Invalid duration', message: 'Start time must be before end time' };
  return null;
}
