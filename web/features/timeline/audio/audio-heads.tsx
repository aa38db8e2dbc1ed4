import { ChevronDown, ChevronRight, Volume2, VolumeX } from 'lucide-react';
import { useStore } from 'zustand';
import { audioActions } from '#editor/audio-actions.ts';
import { audioEditWords as editWords } from '#editor/audio-words.ts';
import { showFailure } from '#ui/toasts.ts';
import { recordWords } from '../recording/record-words.ts';
import { showSide } from '../side-store.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import { useEditableScope } from '../timeline-scope.ts';
import styles from './audio-heads.module.css';
import { audioSession, foldLane } from './audio-store.ts';
import { audioWords as words } from './audio-words.ts';
import { useAudio } from './use-audio.ts';

const KINDS = ['music', 'voice'] as const;

/** The heads of the lanes that are there: each folds its lane and mutes all of it. */
export function AudioHeads({ view }: { view: TimelineView }) {
  const scope = useEditableScope();
  const pieces = useAudio(view);
  const { folded, isFileOver } = useStore(audioSession);
  return KINDS.map((kind) => {
    const own = pieces.filter((piece) => piece.kind === kind);
    if (own.length === 0 && !(scope !== null && kind === 'music' && isFileOver)) return null;
    const isMuted = own.length > 0 && own.every(({ muted }) => muted);
    const lane = words.lanes[kind];
    const mute = (): void => {
      audioActions
        .muteLane(view.plan.projectId, kind, !isMuted)
        .catch((error: unknown) => showFailure(words.failed, error));
    };
    return (
      <div key={kind} className={styles['head']} data-kind={kind} data-folded={folded[kind]}>
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={!folded[kind]}
          aria-label={folded[kind] ? words.unfold({ lane }) : words.fold({ lane })}
          onClick={() => foldLane(kind)}
        >
          {folded[kind] ? <ChevronRight size={14} aria-hidden="true" /> : <ChevronDown size={14} aria-hidden="true" />}
          {lane}
        </button>
        {scope === null || kind === 'music' ? null : (
          <button
            type="button"
            className={styles['record']}
            aria-label={recordWords.open}
            title={recordWords.open}
            onClick={() => showSide('recording')}
          />
        )}
        {scope === null || own.length === 0 ? null : (
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
        )}
      </div>
    );
  });
}
