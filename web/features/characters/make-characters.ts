import { generateCharacters } from '#api/generation.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showToast } from '#ui/toasts.ts';
import { characterWords as words } from './words.ts';

/** Has the movie's characters drawn; a toast says how it went. */
export async function makeCharacters(projectId: string, atMost: number): Promise<void> {
  try {
    await generateCharacters(projectId, atMost);
    showToast({ title: words.generated });
  } catch (error) {
    const retry = (): void => void makeCharacters(projectId, atMost);
    showFailureOrRetry(words.failed.title, error, retry, words.failed.description);
  }
}
