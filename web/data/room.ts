/** How much this browser still takes, and what of it is left to the document. */

export type Room = { quotaBytes: number; freeBytes: number };

export type ReadRoom = () => Promise<Room | null>;

/** Null where the browser doesn’t say. */
export const readRoom: ReadRoom = async () => {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined
    ? null
    : { quotaBytes: quota, freeBytes: Math.max(0, quota - usage) };
};

/** What no file takes unless the person asks for it: edits, their history, and unsent changes always fit. */
export function reserveOf({ quotaBytes }: Room): number {
  return Math.min(200_000_000, quotaBytes / 20);
}

/** Whether a few clips fill what is left. */
export function isLittle({ quotaBytes, freeBytes }: Room): boolean {
  return freeBytes < Math.min(300_000_000, quotaBytes / 10);
}

/** Whether this is how a browser says that it's full. A transaction that is given up names the reason as its inner error. */
export function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'QuotaExceededError' || ('inner' in error && isOutOfRoom(error.inner));
}
