/** Finds out which file is gone, where reading says no more than that one is. */
import { MediaFailure } from '../failures.ts';
import { isGone } from '#opfs/files.ts';
import type { ExportJob } from './job.ts';

/** A stretch that was kept, and that somebody removed while it was needed: it can be made again. */
export class KeptPieceGone extends Error {}

/** What to say of a failure: the scene whose clip is gone where that is why, else the failure itself. */
export async function namedFailure(
  { movie, clips, audio }: Pick<ExportJob, 'movie' | 'clips' | 'audio'>,
  error: unknown,
): Promise<unknown> {
  if (!isUnnamed(error)) return error;
  for (const [index, { sceneNumber }] of movie.scenes.entries()) {
    const clip = clips[index];
    if (clip !== undefined && !(await isThere(clip.blob)))
      return new MediaFailure('source-missing', { sceneNumber }, error);
  }
  for (const [index, { name }] of movie.audio.entries()) {
    const file = audio[index];
    if (file !== undefined && !(await isThere(file)))
      return new MediaFailure('music-unreadable', { name, detail: 'the file is gone' }, error);
  }
  return new KeptPieceGone('A kept piece of the movie is gone', { cause: error });
}

/** Whether a file is gone, and it isn't said which. */
function isUnnamed(error: unknown): boolean {
  if (error instanceof MediaFailure) return error.code === 'source-missing' && error.facts.sceneNumber === undefined;
  return isGone(error);
}

async function isThere(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
