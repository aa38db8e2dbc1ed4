/** What can be done with one character; a toast says how it went. */
import { generatePortrait, sendPortrait } from '#api/generation.ts';
import { actions } from '#editor/actions.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { limits } from '#shared/limits.ts';
import { formatBytes } from '#shared/words/format.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { deleteWords, portraitWords, renameWords } from './words.ts';

/** As the file dialog lists them. What a file really is the server finds out from its bytes. */
export const OWN_PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

export async function makePortrait(projectId: string, character: CharacterReference): Promise<void> {
  const { failed, made } = portraitWords;
  try {
    await generatePortrait(projectId, character.id);
    showToast({ title: made(character) });
  } catch (error) {
    showFailureOrRetry(failed.title, error, () => void makePortrait(projectId, character), failed.description);
  }
}

export async function setOwnPicture(projectId: string, character: CharacterReference, file: File): Promise<void> {
  const problem = pictureProblem(file);
  if (problem !== null)
    return void showToast({ title: portraitWords.pictureFailed, description: problem, tone: 'destructive' });
  try {
    await sendPortrait(projectId, character.id, file);
    showToast({ title: portraitWords.saved(character) });
  } catch (error) {
    showFailure(portraitWords.pictureFailed, error);
  }
}

/** Why a file isn't sent at all; null when it is. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!OWN_PICTURE_TYPES.includes(type)) return portraitWords.wrongType;
  if (size > limits.ownPictureBytes) return portraitWords.tooLarge({ limit: formatBytes(limits.ownPictureBytes) });
  return null;
}

/** True when the character has its name. */
export async function rename(projectId: string, character: CharacterReference, name: string): Promise<boolean> {
  const undo = (): void => {
    actions
      .renameCharacter(projectId, character.id, character.name)
      .catch((error: unknown) => showFailure(renameWords.failed, error));
  };
  try {
    await actions.renameCharacter(projectId, character.id, name);
    showToast({ title: renameWords.saved({ name }), action: { label: renameWords.undo, onSelect: undo } });
    return true;
  } catch (error) {
    showFailure(renameWords.failed, error);
    return false;
  }
}

/** Deletes a character at once; the toast has Undo. @param place counted from 0 */
export async function remove(projectId: string, character: CharacterReference, place: number): Promise<void> {
  const undo = (): void => {
    actions
      .restoreCharacter(projectId, character, place)
      .catch((error: unknown) => showFailure(deleteWords.restoreFailed, error));
  };
  try {
    await actions.deleteCharacter(projectId, character.id);
    showToast({
      title: deleteWords.removed(character),
      description: deleteWords.consequence,
      action: { label: deleteWords.undo, onSelect: undo },
    });
  } catch (error) {
    showFailure(deleteWords.failed, error);
  }
}
