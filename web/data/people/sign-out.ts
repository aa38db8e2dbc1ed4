/** The way out that keeps what is on this device, also without the network. */
import { deviceDb } from '../db.ts';
import { writePerson } from '../tables/device-person.ts';
import { pagePerson } from './page-person.ts';

/** A database that doesn't answer keeps nobody from signing out. */
const PATIENCE_MS = 1_000;

/** The session on the server: it is owed an end from the first call on, until the second has come through. */
export type ServerSession = { oweSignOut(): void; settleOwedSignOut(): Promise<'settled' | 'refused' | 'offline'> };

/**
 * First this device forgets who is signed in, so that nobody opens their projects without the network either. Other tabs of
 * theirs begin anew. Then the browser goes to the page that signs out; a server that doesn't answer hears of it later, and
 * the browser goes to the landing page, which it has.
 */
export async function signOut(href: string, session: ServerSession): Promise<void> {
  pagePerson.leave();
  session.oweSignOut();
  await forgetHere();
  location.assign((await session.settleOwedSignOut()) === 'offline' ? '/landing' : href);
}

async function forgetHere(): Promise<void> {
  const patience = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  try {
    await Promise.race([writePerson(deviceDb, null), patience]);
  } catch (error) {
    console.error('This device can’t forget who is signed in.', error);
  }
}
