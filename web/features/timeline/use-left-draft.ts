import { useEffect, useEffectEvent } from 'react';
import { forgetLeftDraft, keepLeftDraft, takeLeftDraft } from '#editor/left-draft.ts';
import { touchedDraft } from '#editor/session-store.ts';

/**
 * What is being trimmed or written outlives the page. A page that is left for good leaves it to the next that opens the
 * project; one that is put behind others keeps it for its own tab, which the system may end without another word.
 * @param isTimelineOpen whether what is back can be seen; else it is saved at once
 */
export function useLeftDraft(projectId: string, isTimelineOpen: boolean): void {
  const open = useEffectEvent(() => {
    takeLeftDraft([localStorage, sessionStorage]);
    // What saves drafts comes with the timeline, or when there is one to save.
    if (!isTimelineOpen && touchedDraft() !== null)
      void import('./draft-edits.ts').then(({ leaveTimeline }) => leaveTimeline());
  });
  useEffect(() => open(), [projectId]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const leave = (): void => {
      // A number that is being typed is handed over when its field is left.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      keepLeftDraft(localStorage);
    };
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) forgetLeftDraft(localStorage);
    };
    const changeSight = (): void => {
      if (document.visibilityState === 'hidden') keepLeftDraft(sessionStorage);
      else forgetLeftDraft(sessionStorage);
    };
    addEventListener('pagehide', leave, { signal });
    addEventListener('pageshow', comeBack, { signal });
    document.addEventListener('visibilitychange', changeSight, { signal });
    return () => stop.abort();
  }, [projectId]);
}
