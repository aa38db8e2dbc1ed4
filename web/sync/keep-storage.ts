/** Asks the browser not to evict the person's work when the disk gets full. */
import { follow } from '#data/follow.ts';
import type { StoryreelDb } from '#data/db.ts';

/** Asks once, after the first edit: some browsers prompt, and before that there is nothing to lose. */
export function keepStorage(
  db: StoryreelDb,
  userId: string,
  signal: AbortSignal,
  onCrash: (error: unknown) => void,
): void {
  const ask = async (): Promise<void> => {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  };
  const countUnsent = (): Promise<number> => db.outbox.where('userId').equals(userId).count();
  const see = (unsent: number): void => {
    if (unsent === 0) return;
    stop();
    ask().catch(onCrash);
  };
  const stop = follow(countUnsent, see, onCrash, signal);
}
