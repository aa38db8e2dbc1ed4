import type { KeyboardEvent, PointerEvent } from 'react';
import { dragEdge, edgeFrame, secondsOfFrame, type TrimDraft, type TrimEdge } from '#editor/trim-draft.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import { moveTrim } from './timeline-acts.ts';
import { clipSecondsAt, leftInBlock, type Block } from './timeline-layout.ts';
import { useScope } from './timeline-scope.ts';
import styles from './trim-handles.module.css';

type TrimHandlesProps = {
  block: Block;
  clip: PlanClip;
  draft: TrimDraft;
};

/** Start and end point over the strip: by pointer to the frame, by arrows a frame at a time, with Shift a second. */
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
        type="range"
        aria-label={`${edge === 'start' ? 'Start' : 'End'} point handle`}
        aria-valuetext={`${seconds.toFixed(2)} seconds`}
        min={0}
        max={clip.frameCount}
        value={frame}
        onChange={(event) => moveTo(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}

function frameByKey({ key, shiftKey }: KeyboardEvent, frame: number, clip: PlanClip): number | null {
  const step = shiftKey ? Math.round(1 / secondsOfFrame(1, clip)) : 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return frame - step;
  if (key === 'ArrowRight' || key === 'ArrowUp') return frame + step;
  if (key === 'Home') return 0;
  return key === 'End' ? clip.frameCount : null;
}
