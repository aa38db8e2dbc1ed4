/** Requests the breakdown of a project, and remembers which requests run until the project’s row shows it. */
import { create } from 'zustand';
import { cancelGeneration, generateScenes } from '#api/generation.ts';
import type { Project } from '#shared/entities/project.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { breakdownWords as words } from './words.ts';

/** Projects whose breakdown was requested and whose answer hasn’t come. */
const useAsked = create<{ projectIds: ReadonlySet<string> }>(() => ({ projectIds: new Set() }));
/** Breakdowns whose end no toast has shown yet: requested on this page, maybe before the project’s page opened. */
const untold = new Set<string>();
/** Breakdowns that were stopped here: a toast has shown that. */
const stopped = new Set<string>();

/** Starts the breakdown and shows its failure. It survives a change of page. */
export async function startBreakdown(projectId: string): Promise<void> {
  useAsked.setState(({ projectIds }) => ({ projectIds: new Set([...projectIds, projectId]) }));
  stopped.delete(projectId);
  expectEnd(projectId);
  try {
    await generateScenes(projectId);
  } catch (error) {
    untold.delete(projectId);
    showFailureOrRetry(words.failed, error, () => void startBreakdown(projectId));
  } finally {
    useAsked.setState(({ projectIds }) => ({ projectIds: new Set([...projectIds].filter((id) => id !== projectId)) }));
  }
}

/** Stops the breakdown and shows how that went. Received scenes stay. */
export async function stopBreakdown(projectId: string, sceneCount: number): Promise<void> {
  stopped.add(projectId);
  untold.delete(projectId);
  try {
    await cancelGeneration(projectId);
    showToast({
      title: words.stopped,
      ...(sceneCount > 0 && { description: words.kept({ count: sceneCount }) }),
    });
  } catch (error) {
    stopped.delete(projectId);
    showFailure(words.stopFailed, error);
  }
}

/** Whether the breakdown was requested and the server hasn’t answered yet. */
export function useIsBreakdownAsked(projectId: string): boolean {
  return useAsked(({ projectIds }) => projectIds.has(projectId));
}

/** Whether a breakdown runs: from the request until the project’s row says that it ended. */
export function useIsBreakdownRunning({ id, breakdownStatus }: Pick<Project, 'id' | 'breakdownStatus'>): boolean {
  return useIsBreakdownAsked(id) || breakdownStatus === 'running';
}

/** From now on a toast is due when this project’s breakdown ends. */
export function expectEnd(projectId: string): void {
  if (!stopped.has(projectId)) untold.add(projectId);
}

export function isEndUntold(projectId: string): boolean {
  return untold.has(projectId);
}

export function endWasTold(projectId: string): void {
  untold.delete(projectId);
}
