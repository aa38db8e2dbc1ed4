/** Asks for the breakdown of a project, and remembers which are being asked for until the rows tell it themselves. */
import { useSyncExternalStore } from 'react';
import { generateScenes } from '#api/generation.ts';
import { showFailure } from '#ui/toasts.ts';

let asked: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
/** Breakdowns whose end is still to be told: asked for on this page, maybe before the project's own page was there. */
const untold = new Set<string>();

/** Starts the breakdown. A failure is told here; it goes on while pages change. */
export async function startBreakdown(projectId: string): Promise<void> {
  change(new Set([...asked, projectId]));
  expectEnd(projectId);
  try {
    await generateScenes(projectId);
  } catch (error) {
    untold.delete(projectId);
    showFailure('Error generating scenes', error);
  } finally {
    change(new Set([...asked].filter((id) => id !== projectId)));
  }
}

/** Whether the breakdown was asked for and the server has not answered yet. */
export function useIsBreakdownAsked(projectId: string): boolean {
  return useSyncExternalStore(subscribe, () => asked).has(projectId);
}

/** The end of this project's breakdown is to be told when it comes. */
export function expectEnd(projectId: string): void {
  untold.add(projectId);
}

export function isEndUntold(projectId: string): boolean {
  return untold.has(projectId);
}

export function endWasTold(projectId: string): void {
  untold.delete(projectId);
}

function change(next: ReadonlySet<string>): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
