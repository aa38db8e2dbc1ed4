/** Keeps the app for offline use, and knows when a newer version waits to be used. */
import { create } from 'zustand';
import { db } from '#data/db.ts';

/** The service worker keeps the files of every version whose entry file has a lock of this name (public/sw.js). */
const ENTRY_LOCK = 'app-files:';
/** A page that stays open for days asks this often, when somebody looks at it. */
const ASK_EVERY_MS = 1_800_000;

/** `ready`: a reload brings another version. `superseded`: another tab has it, and this one can't save anymore. */
type News = 'none' | 'ready' | 'superseded';

const useStored = create<{ news: News }>(() => ({ news: 'none' }));
db.succession.whenSuperseded(() => useStored.setState({ news: 'superseded' }));

export function useVersionNews(): News {
  return useStored(({ news }) => news);
}

/** Whether the worker that answers this page by now is that of another version. */
let hasOtherWorker = false;

/** Registers the service worker and follows its versions, until the page is closed. */
export async function followVersions(container: ServiceWorkerContainer): Promise<void> {
  holdOwnFiles();
  // The first worker takes over a page that came without one; every further one is another version.
  let hasWorker = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    hasOtherWorker = hasWorker;
    if (hasWorker) tellReady();
    hasWorker = true;
  });
  const registration = await container.register('/sw.js');
  if (registration.waiting && container.controller) tellReady();
  const tellOfArriving = (): void => {
    const arriving = registration.installing;
    arriving?.addEventListener('statechange', () => {
      if (arriving.state === 'installed' && container.controller) tellReady();
    });
  };
  // One that was under way when this page opened is announced no more.
  tellOfArriving();
  registration.addEventListener('updatefound', tellOfArriving);
  askNowAndThen(registration);
}

/**
 * Loads this page anew, in the version that waits or that the server has by now. Other tabs go on in theirs. Answers false
 * where there is no newer one: nothing is loaded then.
 * @throws where the server can't be asked, or a version doesn't arrive whole
 */
export async function loadNewVersion(container: ServiceWorkerContainer): Promise<boolean> {
  const registration = await container.getRegistration();
  if (registration && !registration.waiting && !hasOtherWorker) {
    // A tab that went past the worker may have another version that the worker doesn't know of.
    await registration.update();
    if (registration.installing) await untilArrived(registration.installing);
  }
  const waiting = registration?.waiting;
  if (registration && !waiting && !hasOtherWorker) return false;
  if (waiting) {
    const isIn = new Promise((resolve) => {
      container.addEventListener('controllerchange', resolve, { once: true });
    });
    waiting.postMessage('use-new-version');
    await isIn;
  }
  location.reload();
  return true;
}

function untilArrived(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('The new version did not arrive whole.'));
      else if (worker.state !== 'installing') resolve();
    });
  });
}

/** Without locks the newest version before the current one is kept all the same. */
function holdOwnFiles(): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (!entry || !('locks' in navigator)) return;
  const untilClosed = (): Promise<never> => new Promise(() => {});
  void navigator.locks.request(ENTRY_LOCK + new URL(entry.src).pathname, { mode: 'shared' }, untilClosed);
}

function askNowAndThen(registration: ServiceWorkerRegistration): void {
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    registration.update().catch((error: unknown) => console.warn('Couldn’t look for a new version.', error));
  });
}

function tellReady(): void {
  useStored.setState(({ news }) => (news === 'none' ? { news: 'ready' } : {}));
}
