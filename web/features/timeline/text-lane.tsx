import { textChips, type TextChip } from './timeline-marks.ts';
import styles from './timeline-strip.module.css';
import type { TimelineView } from './timeline-view.ts';

type TextLaneProps = {
  view: TimelineView;
  /** Which text is being changed; null for none. */
  selected: { sceneId: string; index: number | null } | null;
  /** Null where nothing can be changed. */
  onChoose: ((chip: TextChip) => void) | null;
};

/** The texts over the scenes that they stand on. */
export function TextLane({ view, selected, onChoose }: TextLaneProps) {
  const chips = textChips(view.layout, view.plan, view.rows);
  return (
    <div className={styles['texts']}>
      {chips.map((chip) => {
        const style = { left: `${chip.left}%`, width: `${chip.width}%` };
        const key = `${chip.sceneId}-${chip.index}`;
        if (onChoose === null)
          return (
            <span key={key} className={`${styles['chip']} one-line`} style={style}>
              {chip.text}
            </span>
          );
        const isSelected = selected?.sceneId === chip.sceneId && (selected.index ?? chip.index) === chip.index;
        return (
          <button
            key={key}
            type="button"
            className={`${styles['chip']} one-line`}
            style={style}
            aria-label={`Edit text “${chip.text}” on scene ${chip.sceneNumber}`}
            aria-pressed={isSelected}
            onClick={() => onChoose(chip)}
          >
            {chip.text}
          </button>
        );
      })}
    </div>
  );
}
