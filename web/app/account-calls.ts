/** Leaving for good: the account on the server, and its copy on this device. */
import { deleteAccount } from '#api/account.ts';
import { refreshSession } from '#api/queries/session.ts';
import { db } from '#data/db.ts';
import { forgetDrafts, forgetPerson } from '#data/forget-person.ts';
import { movieFiles } from '#data/movie-files.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { removeShared } from '#data/device-storage.ts';
import { removeUnusedClips } from '#sync/clip-downloads.ts';

/** @throws ApiError, OfflineError: nothing was removed here then */
export async function removeAccount(userId: string): Promise<void> {
  await deleteAccount();
  await forgetHere(userId);
  await refreshSession();
  // A pull that was on its way may have brought something back.
  await forgetHere(userId);
}

async function forgetHere(userId: string): Promise<void> {
  const movies = await forgetPerson(db, userId);
  forgetDrafts({ local: localStorage, session: sessionStorage });
  for (const storedName of movies) await movieFiles.remove(storedName);
  await removeUnusedClips(db, clipStore);
  await removeShared();
}
