/** The material that a person has brought. */
import type { OwnFile } from '#shared/entities/own-file.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { deleteOwnFile, findOwnFile, findProjectHearing, listOwnFilesOf } from '#edge-api/repos/own-files.ts';
import { dropUnnamedBlob } from './held-store.ts';
import { uploadWords as words } from './words.ts';

/** The oldest first. */
export function ownFiles(deps: Pick<Deps, 'db'>, userId: string): Promise<OwnFile[]> {
  return listOwnFilesOf(deps.db, userId);
}

/** Removes a file that no movie needs: scenes keep theirs. @throws AppError `not_found`, `invalid_input` for music of a project */
export async function removeOwnFile(
  deps: Pick<Deps, 'db' | 'mediaStore' | 'now'>,
  userId: string,
  sha256: string,
): Promise<void> {
  if ((await findOwnFile(deps.db, userId, sha256)) === null) throw new AppError('not_found', words.noFile);
  const title = await findProjectHearing(deps.db, userId, sha256);
  if (title !== null) throw new AppError('invalid_input', words.fileInUse({ title }));
  await deps.db.batch([deleteOwnFile(userId, sha256)], 'write');
  await dropUnnamedBlob(deps, sha256);
}
