import { Info, Minus, Plus } from 'lucide-react';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { Range } from '#ui/range.tsx';
import styles from './timeline-tools.module.css';

const NOTICE =
  'This timeline editor is a basic demonstration. For finishing work, download the scenes and use your own editor.';

/** Each step doubles the width; 0 shows the whole movie. */
const ZOOM_MAX = 4;
const ZOOM_STEP = 0.25;

type ZoomProps = { zoom: number; onZoom: (zoom: number) => void };

/** Under the lanes: what to expect of them, and how near one looks. */
export function TimelineFoot(zoom: ZoomProps) {
  return (
    <div className={styles['foot']} data-screen-foot>
      <p className={styles['notice']}>
        <Info size={14} aria-hidden="true" />
        {NOTICE}
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
        Fit
      </QuietButton>
      <IconAction label="Zoom out" size="1" disabled={zoom <= 0} onClick={() => set(zoom - 1)}>
        <Minus size={16} />
      </IconAction>
      <Range
        className={styles['zoomRange'] ?? ''}
        min={0}
        max={ZOOM_MAX}
        step={ZOOM_STEP}
        value={zoom}
        aria-label="Zoom"
        aria-valuetext={`${Math.round(2 ** zoom * 100)} %`}
        onValue={set}
      />
      <IconAction label="Zoom in" size="1" disabled={zoom >= ZOOM_MAX} onClick={() => set(zoom + 1)}>
        <Plus size={16} />
      </IconAction>
    </div>
  );
}

/** How much wider than at Fit the lane is at a zoom. */
export function zoomFactor(zoom: number): number {
  return 2 ** zoom;
}
