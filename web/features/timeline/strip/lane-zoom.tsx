import { Minus, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { Range } from '#ui/range.tsx';
import { Tip } from '#ui/tip.tsx';
import { useKeyNow } from '../use-key-now.ts';
import { WHOLE_MOVIE, wholeZoom, ZOOM_MAX } from './lane-pixels.ts';
import { laneWindow, zoomBy, zoomOf, zoomTo } from './lane-window.ts';
import styles from './timeline-tools.module.css';
import { ZOOM_STEP } from './zoom-step.ts';
import { zoomWords as words } from './zoom-words.ts';

/** The zoom of the lanes. Its slider is even in doublings. */
export function LaneZoom() {
  const now = useStore(laneWindow);
  const [zoom, least] = [zoomOf(now), wholeZoom(now)];
  const keys = { whole: useKeyNow('Shift+Z'), in: useKeyNow('+'), out: useKeyNow('-') };
  return (
    <div className={styles['zoom']}>
      <Tip text={words.fitTip({ key: keys.whole })}>
        <QuietButton size="1" variant="ghost" className={styles['fit'] ?? ''} onClick={() => zoomTo(WHOLE_MOVIE)}>
          {words.fit}
        </QuietButton>
      </Tip>
      <IconAction
        label={words.zoomOut}
        size="1"
        refusal={zoom <= least ? words.isWhole : null}
        onClick={() => zoomBy(1 / ZOOM_STEP)}
      >
        <Minus size={16} />
      </IconAction>
      <Range
        className={styles['zoomRange'] ?? ''}
        min={Math.log2(least)}
        max={Math.log2(ZOOM_MAX)}
        step="any"
        value={Math.log2(zoom)}
        aria-label={words.zoom}
        aria-valuetext={words.percent({ percent: Math.round(zoom * 100) })}
        onValue={(doublings) => zoomTo(2 ** doublings)}
      />
      <IconAction
        label={words.zoomIn}
        size="1"
        refusal={zoom >= ZOOM_MAX ? words.isClosest : null}
        onClick={() => zoomBy(ZOOM_STEP)}
      >
        <Plus size={16} />
      </IconAction>
    </div>
  );
}
