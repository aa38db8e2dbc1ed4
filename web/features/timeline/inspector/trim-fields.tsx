import { TextField } from '@radix-ui/themes';
import { useId, useState, type KeyboardEvent } from 'react';
import { beginDraft, changeTrim } from '#editor/session-store.ts';
import { edgeFrame, moveEdge, trimDraftOf, type TrimEdge } from '#editor/trim-draft.ts';
import { movieTimeUs } from '#player/playhead.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { fpsNumber, frameTimeUs } from '#shared/movie/time.ts';
import { applyDraft, leaveDraft, refuse } from '../draft-edits.ts';
import { listWords } from '../list/list-words.ts';
import { useScope } from '../timeline-scope.ts';
import { frameOfTimecode, timecode } from '../transport/timecode.ts';
import styles from './inspector.module.css';

const words = listWords.trim;

type TrimFieldsProps = { row: Scene; scene: PlanScene };

/** Where a scene begins and ends in its clip, typed or stepped by frames, and saved at once: no mode, and no pointer. */
export function TrimFields({ row, scene }: TrimFieldsProps) {
  const hintId = useId();
  const { player, view } = useScope();
  const { frameCount, fps } = scene.clip;
  const clip = { frameCount, fps };
  const draft = trimDraftOf(row, clip);
  const save = (edge: TrimEdge, frame: number): void => {
    const moved = moveEdge(draft, edge, frame, clip);
    if (moved.problem) return refuse(moved.problem);
    if (!leaveDraft()) return;
    // One step, as a trim by its handles is: with its toast, and undone as one.
    beginDraft({ kind: 'trim', draft, clip });
    changeTrim(moved.draft);
    applyDraft();
    const shown = edge === 'start' ? edgeFrame(moved.draft, 'start') : moved.draft.outFrame - 1;
    player?.pause();
    player?.seek(movieTimeUs(view.played, scene, frameTimeUs(shown, fps)));
  };
  return (
    <section className={styles['group']} aria-label={words.label}>
      <div className={styles['points']}>
        <TimecodeField
          label={words.in}
          hintId={hintId}
          frame={draft.inFrame}
          clip={clip}
          onFrame={(at) => save('start', at)}
        />
        <TimecodeField
          label={words.out}
          hintId={hintId}
          frame={draft.outFrame}
          clip={clip}
          onFrame={(at) => save('end', at)}
        />
      </div>
      <p className={styles['hint']} id={hintId}>
        {words.form}
      </p>
    </section>
  );
}

type TimecodeFieldProps = {
  label: string;
  hintId: string;
  frame: number;
  clip: Pick<PlanScene['clip'], 'frameCount' | 'fps'>;
  onFrame: (frame: number) => void;
};

/** A moment of a clip. What is typed or stepped to counts when it is confirmed or left; Escape takes it back. */
function TimecodeField({ label, hintId, frame, clip: { frameCount, fps }, onFrame }: TimecodeFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const text = (at: number): string => timecode(frameTimeUs(at, fps), fps);
  const commit = (): void => {
    setTyped(null);
    if (typed === null || typed === text(frame)) return;
    const wanted = frameOfTimecode(typed, fps);
    if (wanted === null) refuse(words.unread);
    else onFrame(wanted);
  };
  const step = (by: number): void => {
    const at = (typed === null ? frame : (frameOfTimecode(typed, fps) ?? frame)) + by;
    setTyped(text(Math.min(Math.max(at, 0), frameCount)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const size = event.shiftKey ? Math.round(fpsNumber(fps)) : 1;
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && typed !== null) setTyped(null);
    else if (event.key === 'ArrowUp') step(size);
    else if (event.key === 'ArrowDown') step(-size);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles['number']}>
      <label htmlFor={id}>{label}</label>
      <TextField.Root
        id={id}
        className="numbers"
        autoComplete="off"
        aria-describedby={hintId}
        value={typed ?? text(frame)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
