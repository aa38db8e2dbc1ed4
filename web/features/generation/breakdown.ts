/** Asks for the breakdown of a project, and remembers which are being asked for until the rows tell it themselves. */
import { create } from 'zustand';
import { cancelGeneration, generateScenes } from '#api/generation.ts';
import type { Project } from '#shared/entities/project.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { sceneCountText } from '#widgets/scene-groups.ts';

/** Projects whose breakdown was asked for and not answered yet. */
const useAsked = create<{ projectIds: ReadonlySet<string> }>(() => ({ projectIds: new Set() }));
/** Breakdowns whose end is still to be told: asked for on this page, maybe before the project's own page was there. */
const untold = new Set<string>();
/** Breakdowns that were stopped here: their end has been told. */
const stopped = new Set<string>();

/** Starts the breakdown. A failure is told here; it goes on while pages change. */
export async function startBreakdown(projectId: string): Promise<void> {
  useAsked.setState(({ projectIds }) => ({ projectIds: new Set([...projectIds, projectId]) }));
  stopped.delete(projectId);
  expectEnd(projectId);
  try {
    await generateScenes(projectId);
  } catch (error) {
    untold.delete(projectId);
    showFailureOrRetry('Error generating scenes', error, () => void startBreakdown(projectId));
  } finally {
    useAsked.setState(({ projectIds }) => ({ projectIds: new Set([...projectIds].filter((id) => id !== projectId)) }));
  }
}

/** Stops the breakdown; the scenes that have come stay. How it went is told. */
export async function stopBreakdown(projectId: string, sceneCount: number): Promise<void> {
  stopped.add(projectId);
  untold.delete(projectId);
  try {
    await cancelGeneration(projectId);
    showToast({
      title: 'Scene breakdown stopped',
      ...(sceneCount > 0 && { description: `${sceneCountText(sceneCount)} had come; they stay.` }),
    });
  } catch (error) {
    stopped.delete(projectId);
    showFailure('The breakdown was not stopped', error);
  }
}

/** Whether the breakdown was asked for and the server has not answered yet. */
export function useIsBreakdownAsked(projectId: string): boolean {
  return useAsked(({ projectIds }) => projectIds.has(projectId));
}

/** Whether scenes are being written: from the asking on, until the project says that it is over. */
export function useIsBreakdownRunning({ id, breakdownStatus }: Pick<Project, 'id' | 'breakdownStatus'>): boolean {
  return useIsBreakdownAsked(id) || breakdownStatus === 'running';
}

/** The end of this project's breakdown is to be told when it comes. */
export function expectEnd(projectId: string): void {
  if (!stopped.has(projectId)) untold.add(projectId);
}

export function isEndUntold(projectId: string): boolean {
  return untold.has(projectId);
}

export function endWasTold(projectId: string): void {
  untold.delete(projectId);
}
