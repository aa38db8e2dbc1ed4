import { useStore } from 'zustand';
import { dragMark } from './drag-mark.ts';
import styles from './drag-mark.module.css';
import { placeInWindow } from './lane-window.ts';

/** Over all lanes while something is dragged: where it is, how long it makes it, and what it caught on. */
export function DragMarkLine() {
  const mark = useStore(dragMark, (state) => state.mark);
  if (mark === null) return null;
  // Near the end of the window the tip opens to the left, so that it isn’t cut off.
  const side = placeInWindow(mark.left) > 0.8 ? 'left' : 'right';
  return (
    <span className={styles['mark']} data-snapped={mark.isSnapped} style={{ left: `${mark.left}%` }}>
      <output className={`${styles['tip']} numbers`} data-side={side}>
        {mark.tip}
      </output>
    </span>
  );
}
