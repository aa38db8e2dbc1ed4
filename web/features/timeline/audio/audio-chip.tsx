import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { fpsNumber, secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { formatDuration } from '#shared/words/format.ts';
import { hideMark, showMark } from '../strip/drag-mark.ts';
import { nearestTarget, SNAP_PX, type SnapTarget } from '../strip/snap.ts';
import { soundShapes } from '../strip/sound-shapes.ts';
import { leftAtTime, timeAtLeft } from '../strip/timeline-layout.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import { useScopeNow } from '../timeline-scope.ts';
import { leaveDraft } from '../draft-edits.ts';
import { commitAudio, deleteAudio, duplicateAudio, splitAudio, trimAudioAt, type AudioTarget } from './audio-acts.ts';
import { dragAudio, gripSeconds, type AudioGrip } from './audio-drag.ts';
import styles from './audio-lanes.module.css';
import { audioSnaps } from './audio-snaps.ts';
import { beatsIn, useBeats } from './beats-known.ts';
import { audioSession, draftAudio, dropAudioDraft, selectAudio } from './audio-store.ts';
import { audioWords as words } from './audio-words.ts';
import { AudioLines } from './audio-lines.tsx';
import { BeatMarks } from './beat-ticks.tsx';
import { boundsOf, useShape } from './use-audio.ts';

/** A press becomes a drag after so many pixels; until then it selects. */
const DRAG_PX = 3;

type AudioChipProps = {
  piece: MovieAudio;
  /** Of its lane, from 0. */
  row: number;
  player: MoviePlayer;
  view: TimelineView;
  loudAt: (window: number) => number;
};

type Drag = {
  grip: AudioGrip;
  piece: MovieAudio;
  x: number;
  lane: DOMRect;
  targets: readonly SnapTarget[];
  isBegun: boolean;
};

/** A piece in its place: its name, its wave as it is heard, the line of its gain, and what it is dragged by. */
export function AudioChip({ piece, row, player, view, loudAt }: AudioChipProps) {
  const now = useScopeNow();
  const shape = useShape(piece.mediaId);
  const beats = useBeats(piece, shape, view);
  const drag = useRef<Drag | null>(null);
  const keysId = useId();
  const isSelected = useStore(audioSession, ({ selectedId }) => selectedId === piece.id) && now !== null;
  const bounds = boundsOf(view, shape);
  const span = audioSpan(piece, bounds);
  if (span === null) return null;
  const leftOf = (seconds: number): number => leftAtTime(view.layout, view.played, usFromSeconds(seconds));
  const [left, right] = [leftOf(span.startSeconds), leftOf(span.endSeconds)];
  const width = Math.max(0.1, right - left);
  const xOf = (seconds: number): number => ((leftOf(seconds) - left) / width) * 100;
  const projectId = view.plan.projectId;
  const target: AudioTarget = { projectId, piece, bounds };

  const grab = (grip: AudioGrip) => (event: PointerEvent<HTMLElement>) => {
    const lane = event.currentTarget.closest(`.${styles['lane']}`)?.getBoundingClientRect();
    if (now === null || lane === undefined || event.button !== 0) return;
    // A finger moves a piece only once it is selected: else it scrolls.
    if (event.pointerType === 'touch' && grip === 'body' && !isSelected) return;
    if (!leaveDraft()) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const targets = audioSnaps(now(), piece.id, {
      leftOf,
      shapes: soundShapes.shapes.getState(),
      beatsOf: (one) => beatsIn(one, view),
    });
    drag.current = { grip, piece, x: event.clientX, lane, targets, isBegun: false };
    selectAudio(piece.id);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const from = drag.current;
    if (from === null || (!from.isBegun && Math.abs(event.clientX - from.x) < DRAG_PX)) return;
    from.isBegun = true;
    const { grip, lane } = from;
    const moved = ((event.clientX - from.x) / lane.width) * 100;
    const reach = event.altKey ? 0 : (SNAP_PX / lane.width) * 100;
    const best = gripSeconds(from.piece, grip, bounds).map((held) => {
      const wanted = leftOf(held) + moved;
      const met = reach === 0 ? null : nearestTarget(wanted, from.targets, reach);
      const at = secondsFromUs(timeAtLeft(view.layout, view.played, met?.left ?? wanted));
      return { met, by: at - held };
    });
    const chosen = best.find(({ met }) => met !== null) ?? best[0];
    if (chosen === undefined) return;
    const patch = dragAudio(from.piece, grip, chosen.by, bounds);
    draftAudio(piece.id, patch);
    const [dragged = from.piece] = editAudio([from.piece], [{ op: 'patch', id: piece.id, patch }]);
    const [at = 0] = gripSeconds(dragged, grip, bounds);
    const now = audioSpan(dragged, bounds);
    const tip = words.tip({ at, length: now === null ? 0 : now.endSeconds - now.startSeconds });
    const { met } = chosen;
    showMark({
      left: met?.left ?? leftOf(at),
      tip: met === null ? tip : words.snapped({ tip, met: met.met }),
      isSnapped: met !== null,
    });
  };
  const stop = (isKept: boolean): void => {
    const isBegun = drag.current?.isBegun === true;
    drag.current = null;
    hideMark();
    if (!isBegun) return;
    if (isKept) commitAudio(projectId);
    else dropAudioDraft();
  };
  const nudge = (grip: AudioGrip, by: number): void => draftAudio(piece.id, dragAudio(piece, grip, by, bounds));
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const frame = 1 / fpsNumber(view.plan.fps);
    const at = secondsFromUs(player.now());
    if (isCommand && key === 'd') duplicateAudio(target);
    else if (isCommand || event.altKey) return;
    else if (key === 'arrowleft' || key === 'arrowright')
      nudge('body', (key === 'arrowleft' ? -1 : 1) * (event.shiftKey ? 1 : frame));
    else if (key === 'delete' || key === 'backspace') deleteAudio(target);
    else if (key === 's') splitAudio(target, at);
    else if (key === '[') trimAudioAt(target, 'start', at);
    else if (key === ']') trimAudioAt(target, 'end', at);
    else if (key === 'escape' && drag.current !== null) stop(false);
    else return;
    event.preventDefault();
  };
  const handlers = {
    onPointerMove: move,
    onPointerUp: () => stop(true),
    onPointerCancel: () => stop(false),
  };
  const about = words.about(piece);
  const content = (
    <>
      <AudioLines {...{ piece, shape, loudAt, view, left, width }} />
      <BeatMarks {...{ beats, leftOf, left, width }} />
      <span className={`${styles['name']} one-line`}>
        <b>{piece.name}</b>
        {about === '' ? '' : ` · ${about}`}
      </span>
    </>
  );
  const style = { left: `${left}%`, width: `${width}%`, '--row': row };
  if (now === null)
    return (
      <span className={styles['chip']} style={style}>
        <span className={styles['body']}>{content}</span>
      </span>
    );
  const label = words.piece({
    ...piece,
    start: formatDuration(span.startSeconds),
    end: formatDuration(span.endSeconds),
  });
  const length = span.endSeconds - span.startSeconds;
  const fades = [
    { grip: 'fade-in', at: span.startSeconds + Math.min(piece.fadeInSeconds, length) },
    { grip: 'fade-out', at: span.endSeconds - Math.min(piece.fadeOutSeconds, length) },
  ] as const;
  return (
    <div className={styles['chip']} style={style} data-selected={isSelected} data-muted={piece.muted}>
      <button
        type="button"
        className={styles['body']}
        aria-label={about === '' ? label : `${label}, ${about}`}
        aria-describedby={keysId}
        aria-pressed={isSelected}
        onPointerDown={grab('body')}
        {...handlers}
        onClick={() => selectAudio(piece.id)}
        onKeyDown={onKeyDown}
        onKeyUp={() => commitAudio(projectId)}
        onBlur={() => commitAudio(projectId)}
      >
        {content}
      </button>
      <span id={keysId} hidden>
        {words.keys}
      </span>
      {(['start', 'end'] as const).map((edge) => (
        <span key={edge} className={styles['edge']} data-edge={edge} onPointerDown={grab(edge)} {...handlers} />
      ))}
      {fades.map(({ grip, at }) => (
        <span
          key={grip}
          className={styles['fade']}
          data-grip={grip}
          style={{ left: `clamp(5px, ${xOf(at)}%, calc(100% - 5px))` }}
          onPointerDown={grab(grip)}
          {...handlers}
        />
      ))}
    </div>
  );
}
