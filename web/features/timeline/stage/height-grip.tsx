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
  // Lanes of sound need their room as well.
  const [least, setLeast] = useState(LEAST_PX);
  const shown = height ?? least;
  const measure = (grip: Element): number => {
    if (height !== null) return height;
    const natural = Math.round(grip.closest('section')?.getBoundingClientRect().height ?? LEAST_PX);
    setLeast(natural);
    return natural;
  };
  const set = (wanted: number): void => onHeight(Math.min(Math.max(wanted, least), innerHeight * MOST));
  return (
    <span
      className={styles['grip']}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({ y: event.clientY, height: measure(event.currentTarget) });
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
        min={least}
        onFocus={(event) => measure(event.currentTarget)}
        max={Math.round(innerHeight * MOST)}
        step={STEP_PX}
        value={shown}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
    </span>
  );
}
