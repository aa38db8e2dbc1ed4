import { useEffect, useRef } from 'react';
import type { Project } from '#shared/entities/project.ts';
import { showToast } from '#ui/toasts.ts';
import { useIsBreakdownAsked } from './breakdown.ts';

/**
 * Tells the end of a breakdown that was asked for here or seen running: the scenes are there, or why they are not.
 * A quick one may have ended before its running was ever seen.
 */
export function useBreakdownNotices(project: Project, sceneCount: number): void {
  const isAsked = useIsBreakdownAsked(project.id);
  const isAwaited = useRef(false);
  const { breakdownStatus, breakdownError } = project;
  useEffect(() => {
    if (isAsked || breakdownStatus === 'running') {
      isAwaited.current = true;
      return;
    }
    if (!isAwaited.current) return;
    if (breakdownStatus === 'failed') {
      isAwaited.current = false;
      showToast({
        title: 'Error generating scenes',
        description: breakdownError ?? 'The breakdown could not be made. Please try again.',
        tone: 'destructive',
      });
    } else if (sceneCount > 0) {
      isAwaited.current = false;
      showToast({ title: 'Scene breakdown generated' });
    }
  }, [isAsked, breakdownStatus, breakdownError, sceneCount]);
}
