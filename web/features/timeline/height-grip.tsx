import { useState } from 'react';
import styles from './height-grip.module.css';

/** Tools, ruler, texts, and the strip at its least. */
const LEAST_PX = 210;
/** Part of the window's height. */
const MOST = 0.6;
const STEP_PX = 16;

type HeightGripProps = {
  /** Null for as low as it can be. */
  height: number | null;
  onHeight: (height: number) => void;
};

/** On the upper edge of the lanes: dragging it gives the strip more room, and so do the arrows. */
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
        type="range"
        aria-label="Height of the timeline"
        aria-valuetext={`${Math.round(shown)} pixels`}
        min={LEAST_PX}
        max={Math.round(innerHeight * MOST)}
        step={STEP_PX}
        value={shown}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
    </span>
  );
}
