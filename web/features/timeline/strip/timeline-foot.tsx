import { Info, Minus, Plus } from 'lucide-react';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { Range } from '#ui/range.tsx';
import styles from './timeline-tools.module.css';
import { timelineWords as words } from '../words.ts';

/** Each step doubles the width; 0 shows the whole movie. */
const ZOOM_MAX = 4;
const ZOOM_STEP = 0.25;

type ZoomProps = { zoom: number; onZoom: (zoom: number) => void };

/** Below the lanes: the notice about what to expect, and the zoom. */
export function TimelineFoot(zoom: ZoomProps) {
  return (
    <div className={styles['foot']} data-screen-foot {...keepClearMark}>
      <p className={styles['notice']}>
        <Info size={14} aria-hidden="true" />
        {words.notice}
      </p>
      <Zoom {...zoom} />
    </div>
  );
}

function Zoom({ zoom, onZoom }: ZoomProps) {
  const set = (wanted: number): void => onZoom(Math.min(Math.max(wanted, 0), ZOOM_MAX));
  return (
    <div className={styles['zoom']}>
      <QuietButton size="1" variant="ghost" onClick={() => set(0)}>
        {words.fit}
      </QuietButton>
      <IconAction label={words.zoomOut} size="1" disabled={zoom <= 0} onClick={() => set(zoom - 1)}>
        <Minus size={16} />
      </IconAction>
      <Range
        className={styles['zoomRange'] ?? ''}
        min={0}
        max={ZOOM_MAX}
        step={ZOOM_STEP}
        value={zoom}
        aria-label={words.zoom}
        aria-valuetext={`${Math.round(2 ** zoom * 100)} %`}
        onValue={set}
      />
      <IconAction label={words.zoomIn} size="1" disabled={zoom >= ZOOM_MAX} onClick={() => set(zoom + 1)}>
        <Plus size={16} />
      </IconAction>
    </div>
  );
}

/** How many times wider the lane is than at Fit. */
export function zoomFactor(zoom: number): number {
  return 2 ** zoom;
}
