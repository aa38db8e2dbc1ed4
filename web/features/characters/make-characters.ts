import { generateCharacters } from '#api/generation.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showToast } from '#ui/toasts.ts';

/** Has the movie's people drawn; how it went is told. */
export async function makeCharacters(projectId: string, atMost: number): Promise<void> {
  try {
    await generateCharacters(projectId, atMost);
    showToast({ title: 'Character references generated' });
  } catch (error) {
    const retry = (): void => void makeCharacters(projectId, atMost);
    showFailureOrRetry('Generation failed', error, retry, 'Failed to generate character references');
  }
}
