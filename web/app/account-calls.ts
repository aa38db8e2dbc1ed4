/** Leaving for good: an account with its copy on this device, or this device alone. */
import { deleteAccount } from '#api/account.ts';
import { addresses } from '#api/addresses.ts';
import { send } from '#api/client.ts';
import { forgetKey } from '#api/stored-key.ts';
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

/** Logs out, and removes what this browser has of the person. @throws ApiError, OfflineError: nothing was removed here then */
export async function leaveBrowser(userId: string): Promise<void> {
  await send({ method: 'POST', path: addresses.signOut });
  await forgetHere(userId);
  await refreshSession();
  // A pull that was on its way may have brought something back.
  await forgetHere(userId);
  location.assign('/landing');
}

async function forgetHere(userId: string): Promise<void> {
  const { movies, projectIds } = await forgetPerson(db, userId);
  forgetDrafts([localStorage, sessionStorage], { userId, projectIds });
  forgetKey();
  for (const storedName of movies) await movieFiles.remove(storedName);
  await removeUnusedClips(db, clipStore);
  await removeShared(userId);
}
