/** Locks that hold across the tabs of this browser. */
import type { Device } from '#data/device.ts';
import { isTabAwake } from './roll-call.ts';
import type { Timer } from './timer.ts';

/** @param lost is aborted when another tab takes the lock away */
type Work<T> = (lost: AbortSignal) => Promise<T>;

export type Locks = {
  /**
   * Waits for the lock and runs the work under it. The outcome is the work's own, even if the lock was lost meanwhile.
   * @throws what the work throws, AbortError while it waits
   */
  hold<T>(name: string, work: Work<T>, signal?: AbortSignal): Promise<T>;
  /** The same at once: takes the lock from its holder, which is frozen and may thaw. */
  steal<T>(name: string, work: Work<T>): Promise<T>;
  /** Whether the tab that holds the lock still runs; true as well when none holds it, or another one by now. */
  isHolderAwake(name: string): Promise<boolean>;
};

export const webLocks: Locks = {
  hold: (name, work, signal) => request(name, signal ? { signal } : {}, work),
  steal: (name, work) => request(name, { steal: true }, work),
  async isHolderAwake(name) {
    const holder = await holderOf(name);
    return holder === null || (await isTabAwake(holder)) || (await holderOf(name)) !== holder;
  },
};

async function holderOf(name: string): Promise<string | null> {
  const { held = [] } = await navigator.locks.query();
  return held.find((lock) => lock.name === name)?.clientId ?? null;
}

/** How the browser's list of locks calls this tab. */
export async function readOwnClientId(device: Pick<Device, 'newId'>): Promise<string> {
  const name = `tab:${device.newId()}`;
  const clientId = await navigator.locks.request(name, () => holderOf(name));
  if (clientId === null) throw new Error('The browser doesn’t list a lock that is held.');
  return clientId;
}

async function request<T>(name: string, options: LockOptions, work: Work<T>): Promise<T> {
  const lost = new AbortController();
  const begun: Promise<T>[] = [];
  try {
    return await navigator.locks.request(name, options, () => {
      const running = work(lost.signal);
      begun.push(running);
      return running;
    });
  } catch (error) {
    lost.abort();
    const [running] = begun;
    if (running === undefined) throw error;
    return await running;
  }
}

/** Names of the locks that any tab holds now. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}

/** Longer than a change takes, and most pulls. A tab that holds a project for longer is asked whether it still runs. */
export const ASK_HOLDER_MS = 2_000;
/** Longer than a live tab needs for one pull, or for one change with a merge (`timer.ts`). */
export const LOCK_PATIENCE_MS = 45_000;

/**
 * Runs while no other tab sends changes of the project or pulls its rows, so that a pull can't undo a change in flight.
 * A tab that holds the lock and doesn't answer is frozen and loses it, as does one that holds it for too long.
 * @throws what the work throws, AbortError
 */
export async function holdProject<T>(
  { locks, timer }: { locks: Locks; timer: Timer },
  projectId: string,
  work: Work<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const name = `project:${projectId}`;
  const queue = new AbortController();
  const leave = (): void => queue.abort(signal?.reason);
  let isFrozen = false;
  const stop = watchHolder({ locks, timer }, name, () => {
    isFrozen = true;
    queue.abort();
  });
  const begin: Work<T> = (lost) => {
    stop();
    return work(lost);
  };
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await locks.hold(name, begin, queue.signal);
  } catch (error) {
    if (!isFrozen || signal?.aborted === true) throw error;
    return await locks.steal(name, work);
  } finally {
    stop();
    signal?.removeEventListener('abort', leave);
  }
}

/** Calls back once when whoever holds a lock is taken for dead. Answers how to stop watching. */
function watchHolder({ locks, timer }: { locks: Locks; timer: Timer }, name: string, onFrozen: () => void): () => void {
  let stops: (() => void)[] | null = null;
  const stop = (): void => {
    for (const one of stops ?? []) one();
    stops = null;
  };
  const end = (): void => {
    stop();
    onFrozen();
  };
  const ask = async (): Promise<void> => {
    const isAwake = await locks.isHolderAwake(name);
    if (stops === null) return;
    if (isAwake) stops.push(timer.after(ASK_HOLDER_MS, () => void ask()));
    else end();
  };
  stops = [timer.after(ASK_HOLDER_MS, () => void ask()), timer.after(LOCK_PATIENCE_MS, end)];
  return stop;
}
