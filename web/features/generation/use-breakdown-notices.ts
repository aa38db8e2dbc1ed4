import { useEffect, useRef } from 'react';
import type { Project } from '#shared/entities/project.ts';
import { showToast } from '#ui/toasts.ts';

/** Tells the end of a breakdown that was seen running: the scenes are there, or why they are not. */
export function useBreakdownNotices(project: Project, sceneCount: number): void {
  const before = useRef(project.breakdownStatus);
  const { breakdownStatus, breakdownError } = project;
  useEffect(() => {
    const wasRunning = before.current === 'running';
    before.current = breakdownStatus;
    if (!wasRunning || breakdownStatus === 'running') return;
    if (breakdownStatus === 'failed') {
      showToast({
        title: 'Error generating scenes',
        description: breakdownError ?? 'The breakdown could not be made. Please try again.',
        tone: 'destructive',
      });
    } else if (sceneCount > 0) showToast({ title: 'Scene breakdown generated' });
  }, [breakdownStatus, breakdownError, sceneCount]);
}
