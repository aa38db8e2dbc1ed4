/** A project's save state, for the screen. */
import { db } from '#data/db.ts';
import { useMissingProjects, useOutbox, useReach } from '#data/live.ts';
import type { Reach } from '#data/tables/reach.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { withoutSuperseded } from './held-up.ts';
import { nextToSend } from './claim.ts';
import { wakeOutbox } from './outbox.ts';
import { missingProject, problemOf, type Problem } from './problems.ts';

export type { Problem } from './problems.ts';

export type SyncStatus = {
  /**
   * `saved`: the server has everything. `delayed`: it's reachable, but a change doesn't get through. `problem`: it
   * refused something, or can't take it, and the person has to decide.
   */
  state: 'saved' | 'saving' | 'delayed' | 'offline' | 'signed-out' | 'problem';
  /** Changes that the server doesn't have yet, without the refused ones. */
  unsent: number;
  problems: Problem[];
  /** The next change to send, and whether the server has no room for it; null when there is none. */
  next: { seq: number; label: string; isForStorage: boolean } | null;
};

/** One failure may be chance. */
const FAILURES_TOLD = 2;

/** Of one project, or of everything on this device when none is named. */
export function useSyncStatus(projectId: string | null = null): SyncStatus {
  const missing = useMissingProjects() ?? [];
  const own = projectId === null ? missing : missing.filter((id) => id === projectId);
  return syncStatus(useOutbox(projectId) ?? [], useReach() ?? 'online', own);
}

/** @param missing ids of projects that the server lacks, though nobody is known to have deleted them */
export function syncStatus(rows: readonly OutboxRow[], reach: Reach, missing: readonly string[] = []): SyncStatus {
  const wanted = byProject(rows).map(withoutSuperseded);
  const refused = wanted
    .flat()
    .map(problemOf)
    .filter((problem) => problem !== null)
    // What was to be done to it is decided with it.
    .filter(({ projectId }) => !missing.includes(projectId));
  const problems = [...missing.map(missingProject), ...refused];
  const unsent = wanted.flat().filter((row) => row.state === 'waiting').length;
  const next = mostUrgent(wanted.map(nextToSend).filter((row) => row !== null));
  return {
    state: stateOf(next, problems.length, reach),
    unsent,
    problems,
    next: next && { seq: next.seq, label: next.label, isForStorage: next.lacking === 'storage' },
  };
}

/** Only changes of one project hold each other up. */
function byProject(rows: readonly OutboxRow[]): OutboxRow[][] {
  const projects = new Map<string, OutboxRow[]>();
  for (const row of rows) projects.set(row.projectId, [...(projects.get(row.projectId) ?? []), row]);
  return [...projects.values()];
}

/** Of several projects, the change that has failed most often. */
function mostUrgent(rows: readonly OutboxRow[]): OutboxRow | null {
  const isForStorage = rows.find(({ lacking }) => lacking === 'storage');
  return isForStorage ?? rows.toSorted((a, b) => b.unanswered - a.unanswered || a.seq - b.seq)[0] ?? null;
}

/** Sends waiting changes now, whatever their timers say: one project's, or all on this device. */
export async function sendNow(projectId: string | null): Promise<void> {
  await wakeOutbox(db, projectId);
}

function stateOf(next: OutboxRow | null, problems: number, reach: Reach): SyncStatus['state'] {
  if (reach !== 'online') return reach;
  if (problems > 0) return 'problem';
  if (next === null) return 'saved';
  return next.lacking === 'storage' || next.unanswered >= FAILURES_TOLD ? 'delayed' : 'saving';
}
