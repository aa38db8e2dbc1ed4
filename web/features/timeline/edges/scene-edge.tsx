import { memo, useEffect, useEffectEvent, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { dragEdge, edgeFrame, secondsOfFrame, type TrimDraft, type TrimEdge } from '#editor/trim-draft.ts';
import { editorSession } from '#editor/session-store.ts';
import { sceneOf } from '#editor/timeline-mode.ts';
import { inPointUs, placeAt, sceneStartUs } from '#player/playhead.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import unseen from '#ui/unseen-input.module.css';
import { beatsIn } from '../audio/beats-known.ts';
import { leaveDraft } from '../draft-edits.ts';
import { edgeWords as words } from '../strip-words.ts';
import { chooseScene } from '../timeline-acts.ts';
import type { ScopeNow, TimelineScope } from '../timeline-scope.ts';
import { hideMark, showMark } from '../strip/drag-mark.ts';
import { nearestTarget, SNAP_PX, type SnapTarget } from '../strip/snap.ts';
import { soundShapes } from '../strip/sound-shapes.ts';
import { clipSecondsAt, leftInBlock, type Block } from '../strip/timeline-layout.ts';
import { frameByKey } from '../strip/trim-keys.ts';
import { heldDraft, holdEdge, moveHeldEdge } from './edge-acts.ts';
import { edgeSnaps } from './edge-snaps.ts';
import { soundEnds } from '../strip/sound-ends.ts';
import styles from './scene-edge.module.css';

/** A press becomes a drag after so many pixels; until then it selects the scene. */
const DRAG_PX = 3;

type SceneEdgeProps = {
  now: ScopeNow;
  block: Block;
  clip: PlanScene['clip'];
  edge: TrimEdge;
  /** The frames between which the scene is drawn. */
  inFrame: number;
  outFrame: number;
  isHeld: boolean;
  isCurrent: boolean;
};

type Drag = { x: number; lanePx: number; left: number; targets: readonly SnapTarget[]; begun: number };

/**
 * One edge of a scene. A pointer drags it by frames; of the selected scene, arrow keys move it, and Enter or leaving it
 * applies. With every move of a drag the lane is drawn, and of its edges those that it moves.
 */
export const SceneEdge = memo((props: SceneEdgeProps) => {
  const { now, block, clip, edge, inFrame, outFrame, isHeld, isCurrent } = props;
  const drag = useRef<Drag | null>(null);
  const { sceneId, sceneNumber } = block;
  const frame = edge === 'start' ? inFrame : outFrame;
  const leftOf = (at: number): number =>
    block.left + (leftInBlock(block, secondsOfFrame(at, clip)) * block.width) / 100;

  const held = (): TrimDraft | null => heldDraft(editorSession.getState().mode, sceneId, edge);
  const begin = (): TrimDraft | null => held() ?? holdEdge(now(), sceneId, edge)?.draft ?? null;
  const grab = (event: PointerEvent<HTMLElement>): void => {
    const lane = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!lane || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, lanePx: lane.width, left: leftOf(frame), targets: [], begun: -1 };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const from = drag.current;
    if (from === null || (from.begun < 0 && Math.abs(event.clientX - from.x) < DRAG_PX)) return;
    if (from.begun < 0) from.targets = targetsOf(now(), block, edge);
    const draft = from.begun < 0 ? begin() : held();
    // Another draft has to be corrected first.
    if (draft === null) return stop();
    if (from.begun < 0) from.begun = draft.outFrame - draft.inFrame;
    const left = from.left + ((event.clientX - from.x) / from.lanePx) * 100;
    const met = event.altKey ? null : nearestTarget(left, from.targets, (SNAP_PX / from.lanePx) * 100);
    const seconds = clipSecondsAt(block, (((met?.left ?? left) - block.left) / block.width) * 100);
    const moved = dragEdge(draft, edge, Math.round(seconds / secondsOfFrame(1, clip)), clip);
    moveHeldEdge(moved);
    const stands = leftOf(edgeFrame(moved, edge));
    // A limit may keep it from where it would snap.
    const isMet = met !== null && (Math.abs(stands - met.left) / 100) * from.lanePx < 1.5;
    const frames = moved.outFrame - moved.inFrame;
    const tip = words.tip({ seconds: secondsOfFrame(frames, clip), moved: frames - from.begun });
    showMark({
      left: isMet ? met.left : stands,
      tip: isMet ? words.snapped({ tip, met: met.met }) : tip,
      isSnapped: isMet,
    });
  };
  const stop = (): void => {
    drag.current = null;
    hideMark();
  };
  const stopIfLeft = useEffectEvent(() => {
    if (!isHeld && (drag.current?.begun ?? -1) >= 0) stop();
  });
  // Escape has given the draft up: the pointer that is still down has nothing to move.
  useEffect(() => stopIfLeft(), [isHeld]);
  const release = (): void => {
    const from = drag.current;
    stop();
    if (from === null) return;
    // A press without a drag is a click on the scene.
    if (from.begun >= 0) leaveDraft();
    else if (chooseScene(sceneId)) now().player?.seekScene(sceneId);
  };
  const moveTo = (wanted: number): void => {
    const draft = begin();
    if (draft) moveHeldEdge(dragEdge(draft, edge, wanted, clip));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isHeld) {
      event.preventDefault();
      leaveDraft();
    }
    const wanted = event.altKey || event.ctrlKey || event.metaKey ? null : frameByKey(event, frame, clip);
    if (wanted === null) return;
    event.preventDefault();
    moveTo(wanted);
  };
  return (
    <span
      className={styles['edge']}
      data-edge={edge}
      data-current={isCurrent}
      data-held={isHeld}
      style={{ left: `${leftOf(frame)}%` }}
      onPointerDown={grab}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => {
        const isDragging = (drag.current?.begun ?? -1) >= 0;
        stop();
        if (isDragging) leaveDraft();
      }}
    >
      {isCurrent ? (
        <input
          className={unseen['input']}
          type="range"
          aria-label={words.edges[edge]({ number: sceneNumber })}
          aria-valuetext={words.value({
            seconds: secondsOfFrame(frame, clip),
            frames: outFrame - inFrame,
          })}
          min={0}
          max={clip.frameCount}
          value={frame}
          onChange={(event) => moveTo(event.target.valueAsNumber)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (isHeld && drag.current === null) leaveDraft();
          }}
        />
      ) : null}
    </span>
  );
});

function targetsOf(scope: TimelineScope, block: Block, edge: TrimEdge): SnapTarget[] {
  const { player, view, rows, audio } = scope;
  const scene = sceneOf(view.played, block.sceneId);
  const clipSeconds = scene === null ? 0 : secondsFromUs(inPointUs(scene) - sceneStartUs(view.played, scene));
  return edgeSnaps({
    beats: edge === 'end' ? beatsUnder(scope, block) : [],
    block,
    edge,
    place: player ? placeAt(view.played, player.now()) : null,
    overlays: rows.find(({ id }) => id === block.sceneId)?.textOverlays ?? [],
    shape: (block.planned && soundShapes.shapes.getState()[block.planned.clip.sha256]) ?? null,
    sounds: soundEnds(view.played, audio).map(({ seconds, name }) => ({ seconds: seconds + clipSeconds, name })),
  });
}

/** A scene that ends on a beat cuts on it. What its start is moved to doesn't change when it begins. */
function beatsUnder({ audio, view }: TimelineScope, { planned }: Block): { seconds: number; name: string }[] {
  if (planned === null) return [];
  const [from, inside] = [secondsFromUs(sceneStartUs(view.plan, planned)), secondsFromUs(inPointUs(planned))];
  return audio
    .filter(({ muted }) => !muted)
    .flatMap((piece) =>
      beatsIn(piece, view)
        .filter((at) => at > from)
        .map((at) => ({ seconds: inside + at - from, name: piece.name })),
    );
}
