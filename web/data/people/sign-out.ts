/** The way out that keeps what is on this device: the browser goes to the server, which ends the session. */
import { deviceDb } from '../db.ts';
import { writePerson } from '../tables/device-person.ts';
import { pagePerson } from './page-person.ts';

/** A database that doesn't answer keeps nobody from signing out. */
const PATIENCE_MS = 1_000;

type LinkClick = {
  preventDefault(): void;
  readonly currentTarget: { readonly href: string };
} & Readonly<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>>;

/**
 * For a click on a link that signs out: first this device forgets who is signed in, so that nobody opens their projects
 * without the network either. Other tabs of theirs begin anew.
 */
export function signOutByLink(click: LinkClick): void {
  if (click.altKey || click.ctrlKey || click.metaKey || click.shiftKey) return;
  const { href } = click.currentTarget;
  click.preventDefault();
  pagePerson.leave();
  const patience = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  void Promise.race([writePerson(deviceDb, null), patience])
    .catch((error: unknown) => console.error('This device can’t forget who is signed in.', error))
    .finally(() => location.assign(href));
}
