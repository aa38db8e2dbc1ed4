import { useDeferredValue, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { emptyLane } from '../strip/empty-lane.ts';
import { createHearing, type TimelineView } from '../strip/timeline-view.ts';
import { useScopeNow } from '../timeline-scope.ts';
import { addAudioFiles } from './add-audio.ts';
import { AudioChip } from './audio-chip.tsx';
import styles from './audio-lanes.module.css';
import { useAudioRows, type RowsStyle } from './audio-rows.ts';
import { audioSession, selectAudio } from './audio-store.ts';
import { audioWords as words } from './audio-words.ts';
import { useAudio, useLoudness } from './use-audio.ts';
import { useFilesOver } from './use-files-over.ts';

type AudioLanesProps = { player: MoviePlayer; view: TimelineView };

const KINDS = ['music', 'voice'] as const;

/** Music and voice-overs under the scenes: a lane of each, which a movie that is only looked at has where there are any. */
export function AudioLanes({ player, view: drawn }: AudioLanesProps) {
  const now = useScopeNow();
  const [hear] = useState(createHearing);
  // Waves and gains follow what is dragged as soon as there is time: what is held comes first.
  const view = useDeferredValue(hear(drawn));
  const pieces = useAudio(view);
  const { isFileOver } = useStore(audioSession);
  useFilesOver(now !== null, (files, place) => {
    if (now !== null) void addAudioFiles(now(), files, place);
  });
  useLetGo();
  return KINDS.map((kind) => {
    const own = pieces.filter((piece) => piece.kind === kind);
    const isShown = own.length > 0 || now !== null;
    return isShown ? <Lane key={kind} {...{ kind, own, player, view, isFileOver }} /> : null;
  });
}

/** A click on anything else of the strip lets go of the selected piece. */
function useLetGo(): void {
  useEffect(() => {
    const stop = new AbortController();
    const look = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element) || target.closest('[data-lanes]') === null) return;
      if (target.closest(`.${styles['chip']}`) === null) selectAudio(null);
    };
    document.addEventListener('click', look, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

type LaneProps = AudioLanesProps & { kind: MovieAudio['kind']; own: readonly MovieAudio[]; isFileOver: boolean };

function Lane({ kind, own, player, view, isFileOver }: LaneProps) {
  const isFolded = useStore(audioSession, ({ folded }) => folded[kind]);
  const loudAt = useLoudness(view);
  const { rowOf, count } = useAudioRows(own, view);
  const height: RowsStyle = { '--rows': count };
  return (
    <fieldset
      {...emptyLane}
      className={styles['lane']}
      aria-label={words.laneOf[kind]}
      data-kind={kind}
      data-audio-lane={kind}
      data-folded={isFolded}
      data-empty={own.length === 0}
      data-wanted={isFileOver}
      style={height}
    >
      {own.length === 0 ? <span className={styles['hint']}>{words.drop[kind]}</span> : null}
      {own.map((piece) => (
        <AudioChip key={piece.id} row={rowOf.get(piece.id) ?? 0} {...{ piece, player, view, loudAt }} />
      ))}
    </fieldset>
  );
}
