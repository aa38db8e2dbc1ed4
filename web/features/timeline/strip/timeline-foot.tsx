import { Info } from 'lucide-react';
import { Suspense } from 'react';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import styles from './timeline-tools.module.css';
import { timelineWords as words } from '../words.ts';

const LaneZoom = lazyPart(async () => ({ default: (await import('./lane-zoom.tsx')).LaneZoom }));

type TimelineFootProps = { isZoomable: boolean };

/** Below the lanes: the notice about what to expect, and the zoom. */
export function TimelineFoot({ isZoomable }: TimelineFootProps) {
  return (
    <div className={styles['foot']} data-screen-foot {...keepClearMark}>
      <p className={styles['notice']}>
        <Info size={14} aria-hidden="true" />
        {words.notice}
      </p>
      {isZoomable ? (
        <Suspense>
          <LaneZoom />
        </Suspense>
      ) : null}
    </div>
  );
}
