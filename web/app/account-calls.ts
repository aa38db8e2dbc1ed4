/** Leaving for good: an account with its copy on this device, or this device alone. */
import { deleteAccount } from '#api/account.ts';
import { addresses } from '#api/addresses.ts';
import { send } from '#api/client.ts';
import { oweSignOut, settleOwedSignOut } from '#api/owed-sign-out.ts';
import { forgetKey } from '#api/stored-key.ts';
import { deviceDb } from '#data/db.ts';
import { pagePerson } from '#data/people/page-person.ts';
import { removePerson } from '#data/people/remove-person.ts';
import { signOut } from '#data/people/sign-out.ts';

/** @throws ApiError, OfflineError: nothing was removed here then */
export async function removeAccount(userId: string): Promise<void> {
  await deleteAccount();
  await leave(userId);
}

/** Logs out, and keeps what this browser has of the person. */
export async function leaveForNow(): Promise<void> {
  await signOut(addresses.signOut, { oweSignOut, settleOwedSignOut });
}

/** Logs out, and removes what this browser has of the person. @throws ApiError, OfflineError: nothing was removed here then */
export async function leaveBrowser(userId: string): Promise<void> {
  await send({ method: 'POST', path: addresses.signOut });
  await leave(userId);
}

/** The page's own database goes, too, so that the page goes with it. */
async function leave(userId: string): Promise<void> {
  pagePerson.leave();
  forgetKey();
  try {
    await removePerson(deviceDb, userId);
  } catch (error) {
    // The session is over all the same.
    console.error('This device can’t forget who was signed in.', error);
  }
  location.assign('/landing');
}
