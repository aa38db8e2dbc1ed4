import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withTab } from '#features/editor-shell/use-editor-tab.ts';
import { useWide } from '#features/editor-shell/use-wide.ts';
import { withHistory } from '#features/history/use-history-open.ts';
import { useViewedVersion, withViewedVersion } from '#features/history/use-viewed-version.ts';

type VersionLook = {
  /** The version that the first tab shows in the place of the scenes; null for the scenes as they are. */
  versionId: string | null;
  view: (versionId: string) => void;
  back: () => void;
};

/** Which version of a project the editor shows. Where the history lies over the page, it makes room. */
export function useVersionLook(): VersionLook {
  const versionId = useViewedVersion();
  const [, setParams] = useSearchParams();
  const isWide = useWide();
  const wasWide = useRef(isWide);
  const makeRoom = useEffectEvent(() => {
    if (versionId !== null) setParams((before) => withHistory(before, false), { replace: true });
  });
  useEffect(() => {
    // Beside the version until now, the history would come to lie over it.
    if (wasWide.current && !isWide) makeRoom();
    wasWide.current = isWide;
  }, [isWide]);
  return {
    versionId,
    view: (id) =>
      setParams((before) => {
        const next = withTab(withViewedVersion(before, id), 'scenes');
        return isWide ? next : withHistory(next, false);
      }),
    back: () => {
      setParams((before) => withViewedVersion(before, null), { replace: true });
      // The button that had it goes with the version.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('[role="tabpanel"][data-state="active"]')?.focus(),
      );
    },
  };
}
