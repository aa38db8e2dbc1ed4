import { generateCharacters } from '#api/generation.ts';
import { showFailure, showToast } from '#ui/toasts.ts';

/** Has the movie's people drawn; how it went is told. */
export async function makeCharacters(projectId: string, atMost: number): Promise<void> {
  try {
    await generateCharacters(projectId, atMost);
    showToast({ title: 'Character references generated' });
  } catch (error) {
    showFailure('Generation failed', error, 'Failed to generate character references');
  }
}
