/** Why a form can't be sent: the first problem, in the order in which the fields are checked. */
import { formWords } from './words.ts';

export type FormProblem = { title: string; message: string };

/** Why a new project can't be created, or null. */
export function newProjectProblem(form: {
  title: string;
  description: string;
  genres: readonly string[];
}): FormProblem | null {
  if (!form.title.trim() || !form.description.trim()) return formWords.missingInformation;
  if (form.genres.length === 0) return formWords.missingGenre;
  return null;
}

/** Why a text overlay can't be added, or null. Times are seconds of the clip. */
export function overlayProblem(form: { text: string; startTime: number; endTime: number }): FormProblem | null {
  if (!form.text.trim()) return formWords.textRequired;
  if (!(form.startTime < form.endTime)) return formWords.invalidDuration;
  return null;
}
