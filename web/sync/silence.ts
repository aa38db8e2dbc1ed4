/** Sees whether the tab that sends for all of them does so. Browsers slow hidden tabs down, and freeze some. */
import { liveQuery } from 'dexie';
import type { StoryreelDb } from '#data/db.ts';
import { readReach } from '#data/tables/reach.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { dueAt } from './backoff.ts';
import { nextToSend, wakeOutbox } from './outbox.ts';
import type { Timer } from './timer.ts';

/** A hidden tab's clock may ring a minute late. What is written into the outbox, it hears of at once. */
const NUDGE_AFTER_MS = 10_000;
/** Longer than a tab that is alive takes to pull and to send. */
export const SILENT_AFTER_MS = 45_000;

type Watched = {
  db: StoryreelDb;
  userId: string;
  timer: Timer;
  now: () => number;
  /** Whether the person sees this tab. Another one would be no better than the one that leads. */
  isVisible: () => boolean;
  onCrash: (error: unknown) => void;
};

/** Calls back when the change that has been due for longest is not even tried. Answers how to stop watching. */
export function watchSilence(
  { db, userId, timer, now, isVisible, onCrash }: Watched,
  onSilent: () => void,
): () => void {
  let seen: string | null = null;
  let stops: (() => void)[] = [];
  const rest = (): void => {
    for (const stop of stops) stop();
    stops = [];
  };
  const arm = (dueInMs: number): void => {
    rest();
    stops = [
      timer.after(dueInMs + NUDGE_AFTER_MS, () => isVisible() && void wakeOutbox(db).catch(onCrash)),
      timer.after(dueInMs + SILENT_AFTER_MS, () => (isVisible() ? onSilent() : arm(0))),
    ];
  };
  const subscription = liveQuery(() => readNext(db, userId)).subscribe({
    next: (next) => {
      const key = next && `${next.seq} ${next.opId} ${next.attempts} ${next.nextAt}`;
      if (key === seen) return;
      seen = key;
      rest();
      if (next) arm(Math.max(0, dueAt(next.nextAt, now()) - now()));
    },
    error: onCrash,
  });
  return () => {
    subscription.unsubscribe();
    rest();
  };
}

/** Of all projects, the change that is due first; null when none is, or nobody is signed in to send it. */
async function readNext(db: StoryreelDb, userId: string): Promise<OutboxRow | null> {
  if ((await readReach(db)) === 'signed-out') return null;
  const rows = await db.outbox.where('userId').equals(userId).sortBy('seq');
  const heads = [...new Set(rows.map(({ projectId }) => projectId))].flatMap(
    (projectId) => nextToSend(rows.filter((row) => row.projectId === projectId)) ?? [],
  );
  return heads.toSorted((a, b) => a.nextAt - b.nextAt)[0] ?? null;
}
