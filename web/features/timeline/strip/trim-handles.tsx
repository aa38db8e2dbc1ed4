import type { KeyboardEvent, PointerEvent } from 'react';
import { dragEdge, edgeFrame, secondsOfFrame, type TrimDraft, type TrimEdge } from '#editor/trim-draft.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import { moveTrim } from '../timeline-acts.ts';
import { frameByKey } from './trim-keys.ts';
import { clipSecondsAt, leftInBlock, type Block } from './timeline-layout.ts';
import { useScope } from '../timeline-scope.ts';
import unseen from '#ui/unseen-input.module.css';
import styles from './trim-handles.module.css';
import { trimWords as words } from '../words.ts';

type TrimHandlesProps = {
  block: Block;
  clip: PlanClip;
  draft: TrimDraft;
};

/** The start and end points over the strip. A pointer moves them by frames, the arrow keys by one, with Shift by a second. */
export function TrimHandles(props: TrimHandlesProps) {
  return (
    <>
      <Handle {...props} edge="start" />
      <Handle {...props} edge="end" />
    </>
  );
}

function Handle({ block, clip, draft, edge }: TrimHandlesProps & { edge: TrimEdge }) {
  const scope = useScope();
  const frame = edgeFrame(draft, edge);
  const seconds = secondsOfFrame(frame, clip);
  const moveTo = (wanted: number): void => moveTrim(scope, dragEdge(draft, edge, wanted, clip), edge);
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const lane = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!lane || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const left = ((event.clientX - lane.left) / lane.width) * 100;
    const wanted = clipSecondsAt(block, ((left - block.left) / block.width) * 100);
    moveTo(Math.round(wanted / secondsOfFrame(1, clip)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const wanted = frameByKey(event, frame, clip);
    if (wanted === null) return;
    event.preventDefault();
    moveTo(wanted);
  };
  return (
    <span
      className={styles['handle']}
      data-edge={edge}
      style={{ left: `${block.left + (leftInBlock(block, seconds) * block.width) / 100}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      <input
        className={unseen['input']}
        type="range"
        aria-label={words.handles[edge]}
        aria-valuetext={words.seconds({ seconds: seconds.toFixed(2) })}
        min={0}
        max={clip.frameCount}
        value={frame}
        onChange={(event) => moveTo(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}
