/** Watches whether the sending tab really sends. Browsers slow down hidden tabs and freeze some. */
import { follow, type Pace } from '#data/follow.ts';
import type { StoryreelDb } from '#data/db.ts';
import { readReach } from '#data/tables/reach.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { dueAt } from './backoff.ts';
import { nextDue } from './claim.ts';
import { nudgeOutbox } from './outbox.ts';
import type { Timer } from './timer.ts';

/** By then a live tab has tried. One that hasn't is asked and told: a hidden tab's timers may fire a minute late. */
export const ASK_LEADER_MS = 5_000;
/** Longer than a live tab takes to pull and to send. */
export const SILENT_AFTER_MS = 45_000;

type Watched = {
  db: StoryreelDb;
  userId: string;
  timer: Timer;
  rest: Pace;
  now: () => number;
  /** Whether the person sees this tab. A hidden one would lead no better than the current leader. */
  isVisible: () => boolean;
  /** Whether the tab that leads answers. */
  isLeaderAwake: () => Promise<boolean>;
  onCrash: (error: unknown) => void;
};

/** Calls back when the longest-due change isn't even tried. Returns how to stop watching. */
export function watchSilence(
  { db, userId, timer, rest: pace, now, isVisible, isLeaderAwake, onCrash }: Watched,
  onSilent: () => void,
): () => void {
  let seen: string | null = null;
  /** Of the change that is watched now; another one has others. */
  let stops: (() => void)[] = [];
  const rest = (): void => {
    for (const stop of stops) stop();
    stops = [];
  };
  const askLater = (ms: number): void => void stops.push(timer.after(ms, () => void ask().catch(onCrash)));
  const ask = async (): Promise<void> => {
    const watch = stops;
    const isAwake = !isVisible() || (await isLeaderAwake());
    if (watch !== stops) return;
    if (!isAwake) return onSilent();
    askLater(ASK_LEADER_MS);
    if (isVisible()) await nudgeOutbox(db, now());
  };
  const arm = (dueInMs: number): void => {
    rest();
    stops = [timer.after(dueInMs + SILENT_AFTER_MS, () => (isVisible() ? onSilent() : arm(0)))];
    askLater(dueInMs + ASK_LEADER_MS);
  };
  const see = (next: OutboxRow | null): void => {
    const key = next && `${next.seq} ${next.opId} ${next.attempts} ${next.nextAt}`;
    if (key === seen) return;
    seen = key;
    rest();
    if (next) arm(Math.max(0, dueAt(next.nextAt, now()) - now()));
  };
  const stop = follow(() => readNext(db, userId), see, onCrash, undefined, pace);
  return () => {
    stop();
    rest();
  };
}

/** Of all projects, the change that is due first; null when none is, or nobody is signed in to send it. */
async function readNext(db: StoryreelDb, userId: string): Promise<OutboxRow | null> {
  if ((await readReach(db)) === 'signed-out') return null;
  const rows = await db.outbox.where('userId').equals(userId).sortBy('seq');
  const heads: OutboxRow[] = [];
  for (const id of new Set(rows.map(({ projectId }) => projectId))) {
    const next = await nextDue(
      db,
      rows.filter(({ projectId }) => projectId === id),
    );
    if (next !== null) heads.push(next);
  }
  return heads.toSorted((a, b) => a.nextAt - b.nextAt)[0] ?? null;
}
