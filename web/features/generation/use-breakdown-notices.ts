import { useEffect } from 'react';
import type { Project } from '#shared/entities/project.ts';
import { showToast } from '#ui/toasts.ts';
import { endWasTold, expectEnd, isEndUntold, useIsBreakdownAsked } from './breakdown.ts';

/**
 * Tells the end of a breakdown that was asked for here or seen running: the scenes are there, or why they are not.
 * A quick one may have ended before its running was ever seen, or before this page was.
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
        title: 'Error generating scenes',
        description: breakdownError ?? 'The breakdown could not be made. Please try again.',
        tone: 'destructive',
      });
    } else if (sceneCount > 0) {
      endWasTold(id);
      showToast({ title: 'Scene breakdown generated' });
    }
  }, [id, isAsked, breakdownStatus, breakdownError, sceneCount]);
}
