/** Reports every change that the server refuses for good, once, in the tab that the person is using. */
import { liveQuery } from 'dexie';
import type { StoryreelDb } from '#data/db.ts';
import { problemOf, type Problem } from './problems.ts';

/** Earlier refusals aren't reported: the save state shows them. Runs until the signal is aborted. */
export function watchRefusals(
  db: StoryreelDb,
  userId: string,
  onRefused: (problem: Problem) => void,
  onCrash: (error: unknown) => void,
  signal: AbortSignal,
): void {
  let told: Set<string> | null = null;
  const subscription = liveQuery(() => db.outbox.where('userId').equals(userId).toArray()).subscribe({
    next: (rows) => {
      const problems = rows.map(problemOf).filter((problem) => problem !== null);
      const fresh = told === null ? [] : problems.filter((problem) => !told?.has(problem.opId));
      told = new Set(problems.map((problem) => problem.opId));
      for (const problem of fresh) onRefused(problem);
    },
    error: onCrash,
  });
  signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
}
