import { generateCharacters } from '#api/generation.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showToast } from '#ui/toasts.ts';
import { characterWords as words, restWords } from './words.ts';

/**
 * Has the movie's characters drawn, in the place of those that are there or beside them. True when that went well.
 * @param wanted `before` is how many there are
 */
export async function makeCharacters(
  projectId: string,
  wanted: { maxCharacters: number; keep: boolean; before: number },
): Promise<boolean> {
  const { before, ...request } = wanted;
  try {
    const count = await generateCharacters(projectId, request);
    showToast(request.keep && count === before ? restWords.nobodyElse : { title: words.generated });
    return true;
  } catch (error) {
    const retry = (): void => void makeCharacters(projectId, wanted);
    showFailureOrRetry(words.failed.title, error, retry, words.failed.description);
    return false;
  }
}
