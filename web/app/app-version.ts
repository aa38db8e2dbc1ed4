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

/** Registers the service worker and follows its versions, until the page is closed. */
export async function followVersions(container: ServiceWorkerContainer): Promise<void> {
  holdOwnFiles();
  // The first worker takes over a page that came without one; every further one is another version.
  let hasWorker = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hasWorker) tellReady();
    hasWorker = true;
  });
  const registration = await container.register('/sw.js');
  if (registration.waiting && container.controller) tellReady();
  registration.addEventListener('updatefound', () => {
    const arriving = registration.installing;
    arriving?.addEventListener('statechange', () => {
      if (arriving.state === 'installed' && container.controller) tellReady();
    });
  });
  askNowAndThen(registration);
}

/** Loads this page anew, in the version that waits. Other tabs go on in theirs. */
export async function loadNewVersion(container: ServiceWorkerContainer): Promise<void> {
  const waiting = (await container.getRegistration())?.waiting;
  // Without one, another tab has let the new version in already.
  if (waiting) {
    const isIn = new Promise((resolve) => {
      container.addEventListener('controllerchange', resolve, { once: true });
    });
    waiting.postMessage('use-new-version');
    await isIn;
  }
  location.reload();
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
