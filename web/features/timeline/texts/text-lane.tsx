import { useStore } from 'zustand';
import { editorSession } from '#editor/session-store.ts';
import { dialogDraft } from '#editor/timeline-mode.ts';
import { placeOfText } from '#shared/rules/text-changes.ts';
import { emptyLane } from '../strip/empty-lane.ts';
import { isDrawn, useDrawnLanes } from '../strip/drawn-lanes.ts';
import { textChips, type TextChip } from '../strip/timeline-marks.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import { useEditableScope, useScopeNow } from '../timeline-scope.ts';
import { Chip, CHIP_KEYS_ID } from './chip.tsx';
import { chipHeight, chipRows, laneHeight, rowTop } from './chip-rows.ts';
import { useNarrow } from '../use-narrow.ts';
import styles from './text-lane.module.css';
import { heldOf } from './text-acts.ts';
import { chipWords as words } from './text-words.ts';

/** The texts, above their scenes: those that are seen at one time lie in rows of their own. */
export function TextLane({ view }: { view: TimelineView }) {
  const scope = useEditableScope();
  const now = useScopeNow();
  const chosen = useStore(editorSession, ({ selectedText }) => selectedText);
  const draft = scope && dialogDraft(scope.mode);
  // In the rows as they are drawn the text is what the draft makes of it.
  const drawn = view.rows.find(({ id }) => id === draft?.sceneId)?.textOverlays ?? [];
  const draftPlace = draft?.of ? placeOfText(drawn, draft.overlay) : null;
  const chips = textChips(view.layout, view.plan, view.rows);
  const rows = chipRows(chips);
  const isNarrow = useNarrow();
  const lanes = useDrawnLanes();
  const isChosen = (chip: TextChip): boolean =>
    draft === null ? chip.id !== undefined && chip.id === chosen?.textId : isOf(chip, draft.sceneId, draftPlace);
  return (
    <div
      {...emptyLane}
      className={styles['texts']}
      data-empty={chips.length === 0}
      style={{ height: laneHeight(rows, isNarrow) }}
    >
      {scope === null ? null : (
        <span id={CHIP_KEYS_ID} hidden>
          {words.keys}
        </span>
      )}
      {chips.map((chip, index) => {
        const [top, height] = [rowTop(rows[index] ?? 0, isNarrow), chipHeight(isNarrow)];
        const style = { left: `${chip.left}%`, width: `${chip.width}%`, top, height, lineHeight: `${height}px` };
        const key = `${chip.sceneId}-${chip.id ?? chip.index}`;
        if (!isDrawn(chip, lanes) && !isChosen(chip)) return null;
        return scope === null || now === null ? (
          <span key={key} className={styles['chip']} style={style}>
            <span>{chip.text}</span>
          </span>
        ) : (
          <Chip
            key={key}
            {...{ now, chip, style }}
            isChosen={isChosen(chip)}
            isHeld={chip.id !== undefined && heldOf(scope.mode, { sceneId: chip.sceneId, textId: chip.id }) !== null}
          />
        );
      })}
    </div>
  );
}

function isOf({ sceneId, index }: TextChip, draftSceneId: string, place: number | null): boolean {
  return sceneId === draftSceneId && index === place;
}
