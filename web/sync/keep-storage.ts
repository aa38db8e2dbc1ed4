/** Asks the browser not to evict the person's work when the disk gets full. */
import { liveQuery } from 'dexie';
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
  const subscription = liveQuery(() => db.outbox.where('userId').equals(userId).count()).subscribe({
    next: (unsent) => {
      if (unsent === 0) return;
      subscription.unsubscribe();
      ask().catch(onCrash);
    },
    error: onCrash,
  });
  signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
}
