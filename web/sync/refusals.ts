/** Reports every change that the server refuses for good, once, in the tab that the person is using. */
import { follow, type Pace } from '#data/follow.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { problemOf, type RefusedChange } from './problems.ts';

/** Earlier refusals aren't reported: the save state shows them. Runs until the signal is aborted. */
export function watchRefusals(
  { db, rest }: { db: StoryreelDb; rest: Pace },
  userId: string,
  onRefused: (problem: RefusedChange) => void,
  onCrash: (error: unknown) => void,
  signal: AbortSignal,
): void {
  let told: Set<string> | null = null;
  const readAll = (): Promise<OutboxRow[]> => db.outbox.where('userId').equals(userId).toArray();
  const see = (rows: OutboxRow[]): void => {
    const problems = rows
      .map(problemOf)
      .filter((problem) => problem !== null)
      .filter(({ kind }) => kind !== 'stuck');
    const fresh = told === null ? [] : problems.filter((problem) => !told?.has(problem.opId));
    told = new Set(problems.map((problem) => problem.opId));
    for (const problem of fresh) onRefused(problem);
  };
  follow(readAll, see, onCrash, signal, rest);
}
