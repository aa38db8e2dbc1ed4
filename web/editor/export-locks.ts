/** Locks that hold across the tabs of this browser, granted in the order of asking. */
export type ExportLocks = {
  /**
   * Runs while the lock is held. `onWait` is called when somebody else holds it.
   * @throws what the work throws, AbortError when the signal ends the waiting
   */
  hold<T>(name: string, work: () => Promise<T>, options?: { signal?: AbortSignal; onWait?: () => void }): Promise<T>;
};

export const pageExportLocks: ExportLocks = {
  async hold(name, work, { signal, onWait } = {}) {
    const atOnce = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock === null ? null : { value: await work() },
    );
    if (atOnce !== null) return atOnce.value;
    onWait?.();
    return await navigator.locks.request(name, signal ? { signal } : {}, work);
  },
};

/** Whether another tab of this browser waits for a lock. */
export async function isLockWanted(name: string): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query();
  return pending.some((lock) => lock.name === name);
}
