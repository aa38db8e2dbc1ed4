/** Tells of every change that the server refuses for good, once, in whichever tab the person is. */
import { liveQuery } from 'dexie';
import type { StoryreelDb } from '#data/db.ts';
import { problemOf, type Problem } from './problems.ts';

/** What was refused before it began to watch is not told: the status has it. Runs until the signal is aborted. */
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
