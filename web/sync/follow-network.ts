/** Reacts when the network goes down, when it or the server comes back, and when the person returns to this tab. */
import type { StoryreelDb } from '#data/db.ts';
import { readReach } from '#data/tables/reach.ts';
import { wakeOutbox } from './outbox.ts';
import type { Timer } from './timer.ts';
import { watchForServer, noteNetworkLost } from './watch-for-server.ts';

export type NetworkDeps = {
  db: StoryreelDb;
  timer: Timer;
  now: () => number;
  /** Fires `online` and `offline`: the window. */
  network: EventTarget;
  /** Fires `visibilitychange`: the document. */
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  /** Whether the server itself answers. */
  isServerThere: () => Promise<boolean>;
  /** Asks again who is signed in. The answer is in the database before this resolves. */
  refreshSession: () => Promise<void>;
  /** Pulls what is open on the screen. */
  pullOpen: () => Promise<void>;
  onCrash: (error: unknown) => void;
};

/** A request that hangs must not stop the ones after it. */
const ASK_LIMIT_MS = 20_000;

/** Runs until the signal is aborted. */
export function followNetwork(deps: NetworkDeps, signal: AbortSignal): void {
  const { db, timer, now, network, page, isServerThere, refreshSession, pullOpen, onCrash } = deps;
  /** Waiting changes go first, without checking the session: if it has ended, the reply says so. */
  const comeBack = async (): Promise<void> => {
    await wakeOutbox(db);
    await refreshSession();
    if ((await readReach(db)) === 'online') await pullOpen();
  };
  const askServer = async (): Promise<void> => {
    try {
      if (await isServerThere()) await comeBack();
    } catch (error) {
      onCrash(error);
    }
  };
  const ask = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = timer.after(ASK_LIMIT_MS, resolve);
      void askServer().then(() => {
        stop();
        resolve();
      });
    });
  const lookAgain = async (): Promise<void> => {
    if (page.visibilityState !== 'visible') return;
    if ((await readReach(db)) === 'offline') await ask();
    else await wakeOutbox(db);
  };
  network.addEventListener('online', () => void comeBack().catch(onCrash), { signal });
  network.addEventListener('offline', () => void noteNetworkLost(db).catch(onCrash), { signal });
  page.addEventListener('visibilitychange', () => void lookAgain().catch(onCrash), { signal });
  watchForServer({ db, timer, now, ask, onCrash }, signal);
}
