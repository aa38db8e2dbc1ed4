/** The material that a person has brought. */
import type { OwnFile } from '#shared/entities/own-file.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { deleteOwnFile, findOwnFile, findProjectNeeding, listOwnFilesOf } from '#edge-api/repos/own-files.ts';
import { dropUnnamedBlob } from './held-store.ts';
import { uploadWords as words } from './words.ts';

/** The oldest first. */
export function ownFiles(deps: Pick<Deps, 'db'>, userId: string): Promise<OwnFile[]> {
  return listOwnFilesOf(deps.db, userId);
}

/**
 * Removes a file that no movie needs: scenes keep their clips.
 * @throws AppError `not_found`; `invalid_input` for music of a project, and for a picture that a scene’s clip can be made of anew
 */
export async function removeOwnFile(
  deps: Pick<Deps, 'db' | 'mediaStore' | 'now'>,
  userId: string,
  sha256: string,
): Promise<void> {
  if ((await findOwnFile(deps.db, userId, sha256)) === null) throw new AppError('not_found', words.noFile);
  const title = await findProjectNeeding(deps.db, userId, sha256);
  if (title !== null) throw new AppError('invalid_input', words.fileInUse({ title }));
  await deps.db.batch([deleteOwnFile(userId, sha256)], 'write');
  await dropUnnamedBlob(deps, sha256);
}
