import { useState } from 'react';
import unseen from '#ui/unseen-input.module.css';
import styles from './height-grip.module.css';
import { timelineWords as words } from '../words.ts';

/** Tools, overview, ruler, texts, and the lowest strip. */
const LEAST_PX = 244;
/** Part of the window's height. */
const MOST = 0.6;
const STEP_PX = 16;

type HeightGripProps = {
  /** Null for as low as it can be. */
  height: number | null;
  onHeight: (height: number) => void;
};

/** The upper edge of the lanes. Dragging it or the arrow keys make the strip higher. */
export function HeightGrip({ height, onHeight }: HeightGripProps) {
  const [held, setHeld] = useState<{ y: number; height: number } | null>(null);
  const shown = height ?? LEAST_PX;
  const set = (wanted: number): void => onHeight(Math.min(Math.max(wanted, LEAST_PX), innerHeight * MOST));
  return (
    <span
      className={styles['grip']}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({ y: event.clientY, height: shown });
      }}
      onPointerMove={(event) => held && set(held.height + held.y - event.clientY)}
      onPointerUp={() => setHeld(null)}
      onPointerCancel={() => setHeld(null)}
    >
      <input
        className={unseen['input']}
        type="range"
        aria-label={words.height}
        aria-valuetext={words.pixels({ count: shown })}
        min={LEAST_PX}
        max={Math.round(innerHeight * MOST)}
        step={STEP_PX}
        value={shown}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
    </span>
  );
}
