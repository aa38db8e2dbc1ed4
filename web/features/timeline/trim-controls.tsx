import { Button } from '@radix-ui/themes';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showToast } from '#ui/toasts.ts';
import styles from './inspector.module.css';
import { NumberField } from './number-field.tsx';
import { edgeFrame, frameOfSeconds, moveEdge, secondsOfFrame, type TrimDraft, type TrimEdge } from './trim-draft.ts';

const NAMES: Record<TrimEdge, string> = { start: 'Start point', end: 'End point' };

export type TrimActions = {
  /** The draft has changed; the edge is the one that was set. */
  change: (draft: TrimDraft, edge: TrimEdge) => void;
  setAtPlayhead: (edge: TrimEdge) => void;
  apply: () => void;
  cancel: () => void;
};

type TrimControlsProps = { draft: TrimDraft; clip: PlanClip; actions: TrimActions };

/** Both points as numbers, set by typing or from the playhead, and what ends the trimming. */
export function TrimControls({ draft, clip, actions }: TrimControlsProps) {
  const seconds = secondsOfFrame(draft.outFrame - draft.inFrame, clip);
  return (
    <section className={styles['group']} aria-label="Trim">
      <div className={styles['points']}>
        <Point edge="start" draft={draft} clip={clip} actions={actions} />
        <Point edge="end" draft={draft} clip={clip} actions={actions} />
      </div>
      <p className={`${styles['hint']} numbers`}>
        {seconds.toFixed(2)} s of {secondsOfFrame(clip.frameCount, clip).toFixed(2)} s are played (
        {draft.outFrame - draft.inFrame} frames).
      </p>
      <div className={styles['buttons']}>
        <Button size="2" color="gray" className={highContrast} onClick={actions.apply}>
          Apply
        </Button>
        <QuietButton size="2" onClick={actions.cancel}>
          Cancel
        </QuietButton>
        <QuietButton
          size="2"
          variant="ghost"
          disabled={draft.inFrame === 0 && draft.outFrame === clip.frameCount}
          onClick={() => actions.change({ ...draft, inFrame: 0, outFrame: clip.frameCount }, 'start')}
        >
          Whole clip
        </QuietButton>
      </div>
    </section>
  );
}

type PointProps = { edge: TrimEdge; draft: TrimDraft; clip: PlanClip; actions: TrimActions };

function Point({ edge, draft, clip, actions }: PointProps) {
  const setSeconds = (seconds: number): void => {
    const moved = moveEdge(draft, edge, frameOfSeconds(seconds, clip), clip);
    if (moved.problem) refuse(moved.problem);
    else actions.change(moved.draft, edge);
  };
  return (
    <div>
      <NumberField
        label={NAMES[edge]}
        value={secondsOfFrame(edgeFrame(draft, edge), clip)}
        format={{ unit: 's', step: secondsOfFrame(1, clip), decimals: 2 }}
        onValue={setSeconds}
      />
      <QuietButton size="1" onClick={() => actions.setAtPlayhead(edge)}>
        Set to playhead <kbd>{edge === 'start' ? 'I' : 'O'}</kbd>
      </QuietButton>
    </div>
  );
}

/** Says why a point can't stand there. */
export function refuse({ title, message }: { title: string; message: string }): void {
  showToast({ title, description: message, tone: 'destructive' });
}
