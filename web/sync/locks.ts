/** Locks that hold across the tabs of this browser. */
export type Locks = {
  /** Runs while the lock is held, after whoever holds it now. @throws what the work throws, AbortError while it waits */
  hold<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

export const webLocks: Locks = {
  hold: async (name, work, signal) => await navigator.locks.request(name, signal ? { signal } : {}, work),
};

/** Names of the locks that any tab holds now. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}

/** Held while a project's changes are sent or its rows are pulled: a pull can't undo what is on its way. */
export function projectLock(projectId: string): string {
  return `project:${projectId}`;
}
