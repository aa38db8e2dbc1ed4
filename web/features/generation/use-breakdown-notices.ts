import { useEffect } from 'react';
import type { Project } from '#shared/entities/project.ts';
import { showToast } from '#ui/toasts.ts';
import { endWasTold, expectEnd, isEndUntold, useIsBreakdownAsked } from './breakdown.ts';
import { breakdownWords as words } from './words.ts';

/**
 * Shows the end of a breakdown that was requested here or seen running: the scenes are ready, or why they aren’t.
 * A quick one may have ended before anything saw it run, or before this page opened.
 */
export function useBreakdownNotices(project: Project, sceneCount: number): void {
  const isAsked = useIsBreakdownAsked(project.id);
  const { id, breakdownStatus, breakdownError } = project;
  useEffect(() => {
    if (breakdownStatus === 'running') expectEnd(id);
    if (isAsked || breakdownStatus === 'running' || !isEndUntold(id)) return;
    if (breakdownStatus === 'failed') {
      endWasTold(id);
      showToast({
        title: words.failed,
        description: breakdownError ?? words.failedBecause,
        tone: 'destructive',
      });
    } else if (sceneCount > 0) {
      endWasTold(id);
      showToast({ title: words.done });
    }
  }, [id, isAsked, breakdownStatus, breakdownError, sceneCount]);
}
