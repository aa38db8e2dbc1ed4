/** Turns files of the person's own into scenes, in their order. */
import { actions } from '#editor/actions.ts';
import { pageDeps } from '#editor/enact.ts';
import { takeInFiles, type TakeInOptions } from '#editor/own-files.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { limits } from '#shared/limits.ts';
import { ownClipWords as words } from './own-clip-words.ts';

/**
 * Answers how many scenes were added, and a sentence for each file that can't be used.
 * @throws what `takeInFiles` and the edit throw
 */
export async function addOwnClips(
  projectId: string,
  files: readonly File[],
  options: TakeInOptions,
): Promise<{ added: number; sentences: string[] }> {
  const userId = await readCurrentUserId(pageDeps.db);
  if (userId === null) return { added: 0, sentences: [words.signedOut] };
  const taken = await takeInFiles({ ...pageDeps, userId }, files, { ...options, kinds: ['clip'] });
  const sentences = [...taken.sentences];
  let added = 0;
  for (const file of taken.files) {
    if (file.kind !== 'clip') continue;
    const { sha256, sizeBytes, facts, name } = file;
    const duration = facts.video.durationSeconds;
    if (duration > limits.ownClipSeconds) {
      sentences.push(words.tooLong({ name, minutes: limits.ownClipSeconds / 60 }));
      continue;
    }
    const scene = { title: titleOf(name), duration, source: 'clip' as const, mediaId: sha256 };
    await actions.addScene(projectId, scene, { sha256, sizeBytes, facts });
    added += 1;
  }
  return { added, sentences };
}

/** A file's name without its ending. */
function titleOf(name: string): string {
  const bare = name.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim();
  return (bare === '' ? words.untitled : bare).slice(0, limits.titleLength);
}
