import { ChevronDown, ChevronRight, Volume2, VolumeX } from 'lucide-react';
import { useStore } from 'zustand';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioActions } from '#editor/audio-actions.ts';
import { audioEditWords as editWords } from '#editor/audio-words.ts';
import { showFailure } from '#ui/toasts.ts';
import { recordWords } from '../recording/record-words.ts';
import { showSide } from '../side-store.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import { useScopeNow } from '../timeline-scope.ts';
import styles from './audio-heads.module.css';
import { useAudioRows, type RowsStyle } from './audio-rows.ts';
import { audioSession, foldLane } from './audio-store.ts';
import { audioWords as words } from './audio-words.ts';
import { useAudio } from './use-audio.ts';

const KINDS = ['music', 'voice'] as const;

/** The heads of the lanes that are there: each folds its lane and mutes all of it. */
export function AudioHeads({ view }: { view: TimelineView }) {
  const isEditable = useScopeNow() !== null;
  const pieces = useAudio(view);
  const { isFileOver } = useStore(audioSession);
  return KINDS.map((kind) => {
    const own = pieces.filter((piece) => piece.kind === kind);
    const isShown = own.length > 0 || isEditable;
    return isShown ? <Head key={kind} {...{ kind, own, view, isEditable, isFileOver }} /> : null;
  });
}

type HeadProps = {
  kind: MovieAudio['kind'];
  own: readonly MovieAudio[];
  view: TimelineView;
  isEditable: boolean;
  isFileOver: boolean;
};

function Head({ kind, own, view, isEditable, isFileOver }: HeadProps) {
  const isFolded = useStore(audioSession, ({ folded }) => folded[kind]);
  const { count } = useAudioRows(own, view);
  const height: RowsStyle = { '--rows': count };
  const isMuted = own.length > 0 && own.every(({ muted }) => muted);
  const lane = words.lanes[kind];
  const mute = (): void => {
    audioActions
      .muteLane(view.plan.projectId, kind, !isMuted)
      .catch((error: unknown) => showFailure(words.failed, error));
  };
  return (
    <div
      className={styles['head']}
      data-kind={kind}
      data-sound-kind={kind}
      data-folded={isFolded}
      data-empty={own.length === 0}
      data-wanted={isFileOver}
      style={height}
    >
      <button
        type="button"
        className={styles['fold']}
        aria-expanded={!isFolded}
        aria-label={isFolded ? words.unfold({ lane }) : words.fold({ lane })}
        onClick={() => foldLane(kind)}
      >
        {isFolded ? <ChevronRight size={14} aria-hidden="true" /> : <ChevronDown size={14} aria-hidden="true" />}
        {lane}
      </button>
      {isEditable && kind === 'voice' ? (
        <button
          type="button"
          className={styles['record']}
          aria-label={recordWords.open}
          title={recordWords.open}
          onClick={() => showSide('recording')}
        />
      ) : null}
      {isEditable && own.length > 0 ? (
        <button
          type="button"
          className={styles['mute']}
          aria-pressed={isMuted}
          aria-label={editWords.muteLane({ kind })}
          title={isMuted ? editWords.unmuteLane({ kind }) : editWords.muteLane({ kind })}
          onClick={mute}
        >
          {isMuted ? <VolumeX size={14} aria-hidden="true" /> : <Volume2 size={14} aria-hidden="true" />}
        </button>
      ) : null}
    </div>
  );
}
