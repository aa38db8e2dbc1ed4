import { placeOfText } from '#shared/rules/text-changes.ts';
import { openText } from '../timeline-acts.ts';
import { textChips } from './timeline-marks.ts';
import { useEditableScope } from '../timeline-scope.ts';
import styles from './timeline-strip.module.css';
import type { TimelineView } from './timeline-view.ts';
import { sceneWords } from '../words.ts';

/** The texts, above their scenes. */
export function TextLane({ view }: { view: TimelineView }) {
  const scope = useEditableScope();
  const selected = scope?.mode.kind === 'text' ? scope.mode.draft : null;
  // In the rows as they are drawn the text is what the draft makes of it.
  const drawn = view.rows.find(({ id }) => id === selected?.sceneId)?.textOverlays ?? [];
  const selectedPlace = selected?.of ? placeOfText(drawn, selected.overlay) : null;
  const chips = textChips(view.layout, view.plan, view.rows);
  return (
    <div className={styles['texts']}>
      {chips.map((chip) => {
        const style = { left: `${chip.left}%`, width: `${chip.width}%` };
        const key = `${chip.sceneId}-${chip.index}`;
        if (scope === null)
          return (
            <span key={key} className={`${styles['chip']} one-line`} style={style}>
              {chip.text}
            </span>
          );
        const isSelected = selected?.sceneId === chip.sceneId && selectedPlace === chip.index;
        return (
          <button
            key={key}
            type="button"
            className={`${styles['chip']} one-line`}
            style={style}
            aria-label={sceneWords.editTextOnScene({ text: chip.text, number: chip.sceneNumber })}
            aria-pressed={isSelected}
            onClick={() => openText(scope, chip.sceneId, chip.index)}
          >
            {chip.text}
          </button>
        );
      })}
    </div>
  );
}
