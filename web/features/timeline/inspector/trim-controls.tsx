import { Button } from '@radix-ui/themes';
import {
  edgeFrame,
  frameOfSeconds,
  moveEdge,
  secondsOfFrame,
  type TrimDraft,
  type TrimEdge,
} from '#editor/trim-draft.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { applyDraft, cancelDraft, refuse } from '../draft-edits.ts';
import styles from './inspector.module.css';
import { NumberField } from './number-field.tsx';
import { moveTrim, setEdgeAtPlayhead } from '../timeline-acts.ts';
import { useScope } from '../timeline-scope.ts';
import { useKeyNow } from '../use-key-now.ts';
import { uiWords } from '#ui/words.ts';
import { trimWords as words } from '../words.ts';

type TrimControlsProps = { draft: TrimDraft; clip: PlanClip };

/** Both points as numbers, typed or set to the playhead, and the buttons that end the trim. */
export function TrimControls({ draft, clip }: TrimControlsProps) {
  const scope = useScope();
  const seconds = secondsOfFrame(draft.outFrame - draft.inFrame, clip);
  return (
    <section className={styles['group']} aria-label={words.label}>
      <div className={styles['points']}>
        <Point edge="start" draft={draft} clip={clip} />
        <Point edge="end" draft={draft} clip={clip} />
      </div>
      <p className={`${styles['hint']} numbers`}>
        {words.played({
          played: seconds.toFixed(2),
          whole: secondsOfFrame(clip.frameCount, clip).toFixed(2),
          frames: draft.outFrame - draft.inFrame,
        })}
      </p>
      <div className={styles['buttons']}>
        <Button size="2" color="gray" className={highContrast} onClick={applyDraft}>
          {words.apply}
        </Button>
        <QuietButton size="2" onClick={cancelDraft}>
          {uiWords.cancel}
        </QuietButton>
        <QuietButton
          size="2"
          variant="ghost"
          disabled={draft.inFrame === 0 && draft.outFrame === clip.frameCount}
          onClick={() => moveTrim(scope, { ...draft, inFrame: 0, outFrame: clip.frameCount }, 'start')}
        >
          {words.wholeClip}
        </QuietButton>
      </div>
    </section>
  );
}

type PointProps = TrimControlsProps & { edge: TrimEdge };

function Point({ edge, draft, clip }: PointProps) {
  const scope = useScope();
  const keyNow = useKeyNow(words.keys[edge]);
  const setSeconds = (seconds: number): void => {
    const moved = moveEdge(draft, edge, frameOfSeconds(seconds, clip), clip);
    if (moved.problem) refuse(moved.problem);
    else moveTrim(scope, moved.draft, edge);
  };
  return (
    <div>
      <NumberField
        label={words.points[edge]}
        value={secondsOfFrame(edgeFrame(draft, edge), clip)}
        format={{ unit: 's', step: secondsOfFrame(1, clip), decimals: 2 }}
        onValue={setSeconds}
      />
      <QuietButton size="1" onClick={() => setEdgeAtPlayhead(scope, edge)}>
        {words.toPlayhead} <kbd>{keyNow}</kbd>
      </QuietButton>
    </div>
  );
}
