/** What can be done with one character; a toast says how it went. */
import { generatePortrait, sendPortrait } from '#api/generation.ts';
import { keepsFiles } from '#data/device-storage.ts';
import { actions } from '#editor/actions.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { SNIFFED_BYTES, sniffContainer, typeAs } from '#shared/own-files/sniff.ts';
import { formatBytes } from '#shared/words/format.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { deleteWords, portraitWords, renameWords } from './words.ts';

/** As the file dialog lists them. What a file really is its bytes tell. */
export const OWN_PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

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
  try {
    const { pictureForModels } = await import('#editor/reference-pictures.ts');
    const picture = await pictureForModels(file);
    const type = await pictureType(picture);
    const problem = pictureProblem({ name: file.name, type, size: picture.size });
    if (problem !== null || type === null)
      return void showToast({
        title: portraitWords.pictureFailed,
        ...(problem !== null && { description: problem }),
        tone: 'destructive',
      });
    // As an own file it can wait for the network, and comes back where another one takes its place.
    if (await keepsFiles()) await keepPicture(projectId, character, picture);
    else await sendPortrait(projectId, character.id, picture.slice(0, picture.size, type));
    showToast({ title: portraitWords.saved(character) });
  } catch (error) {
    showFailure(portraitWords.pictureFailed, error);
  }
}

/** Keeps it on this device as an own file, which is uploaded later; the server then hears whom it shows. */
async function keepPicture(projectId: string, character: CharacterReference, picture: File): Promise<void> {
  const [{ takeInReferences }, { setOwnPortrait }] = await Promise.all([
    import('#editor/reference-pictures.ts'),
    import('#editor/own-portrait.ts'),
  ]);
  const { pictures, sentences } = await takeInReferences([picture], new AbortController().signal);
  const [sha256] = pictures;
  if (sha256 === undefined) throw new AppError('invalid_input', sentences[0] ?? portraitWords.wrongType(picture));
  await setOwnPortrait(projectId, character.id, sha256);
}

/** By its content; null for what models don't know. */
async function pictureType(file: File): Promise<string | null> {
  const container = sniffContainer(new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer()));
  const type = container && typeAs(container, 'picture');
  // One that this browser can't read is still what it was.
  return type === 'image/avif' ? null : type;
}

type Picture = { name: string; type: string | null; size: number };

/** Why a file isn't sent at all; null when it is. `type` is told by its content. */
export function pictureProblem({ name, type, size }: Picture): string | null {
  if (type === null) return portraitWords.wrongType({ name });
  const limit = limits.referencePictureBytes;
  return size > limit ? portraitWords.tooLarge({ name, limit: formatBytes(limit) }) : null;
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
