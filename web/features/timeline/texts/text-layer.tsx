import { useState } from 'react';
import { useStore } from 'zustand';
import { editorSession, type TextRef } from '#editor/session-store.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { placesAt } from '#player/playhead.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { frameTimeUs, usFromSeconds } from '#shared/movie/time.ts';
import { usePlayerState, useTenth } from '../stage/use-player.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { HeldText, KEYS_ID } from './held-text.tsx';
import { heldOf } from './text-acts.ts';
import { THIRDS, type Guide } from './snap-text.ts';
import styles from './text-layer.module.css';
import { pictureTextWords as words } from './text-words.ts';

type TextLayerProps = { scope: TimelineScope; player: MoviePlayer };

/** The texts of the picture that is shown, to be taken hold of. While the movie plays it is out of the way. */
export function TextLayer({ scope, player }: TextLayerProps) {
  const { isPlaying } = usePlayerState(player);
  const timeUs = useTenth(player);
  const chosen = useStore(editorSession, ({ selectedText }) => selectedText);
  const [guides, setGuides] = useState<readonly Guide[] | null>(null);
  if (isPlaying) return null;
  const shown = textsAt(scope, timeUs, chosen);
  const isChosen = shown.some(({ ref }) => ref.textId === chosen?.textId);
  return (
    <fieldset className={styles['layer']} aria-label={words.texts}>
      <span id={KEYS_ID} hidden>
        {words.keys}
      </span>
      {isChosen ? <i className={styles['safe']} aria-hidden="true" /> : null}
      {guides === null ? null : <Guides met={guides} />}
      {shown.map(({ ref, text }) => (
        <HeldText
          key={ref.textId}
          scope={scope}
          textRef={ref}
          text={text}
          isChosen={ref.textId === chosen?.textId}
          guides={guides}
          onGuides={setGuides}
        />
      ))}
    </fieldset>
  );
}

/** The thirds while a text is dragged, and what it has met in full. */
function Guides({ met }: { met: readonly Guide[] }) {
  const isMet = (axis: Guide['axis'], at: number): boolean => met.some((one) => one.axis === axis && one.at === at);
  const thirds = THIRDS.flatMap((at) => [
    { axis: 'x' as const, at },
    { axis: 'y' as const, at },
  ]).filter(({ axis, at }) => !isMet(axis, at));
  return (
    <>
      {[...thirds, ...met].map(({ axis, at }) => (
        <i
          key={`${axis}-${at}`}
          className={styles['guide']}
          data-axis={axis}
          data-met={isMet(axis, at)}
          aria-hidden="true"
          style={axis === 'x' ? { left: `${at}%` } : { top: `${at}%` }}
        />
      ))}
    </>
  );
}

/** Texts that are seen in the frame at a time, in drawing order; the held one also where its times have been changed. */
function textsAt(
  { view, mode }: TimelineScope,
  timeUs: number,
  chosen: TextRef | null,
): { ref: TextRef; text: TextOverlay }[] {
  return placesAt(view.played, timeUs).flatMap(({ scene: { sceneId, clip }, clipFrame }) => {
    const us = frameTimeUs(clipFrame, clip.fps);
    const texts = view.rows.find(({ id }) => id === sceneId)?.textOverlays ?? [];
    return texts.flatMap((text) => {
      if (text.id === undefined) return [];
      const ref = { sceneId, textId: text.id };
      const isSeen = usFromSeconds(text.startTime) <= us && us < usFromSeconds(text.endTime);
      const isHeld = chosen?.textId === text.id && heldOf(mode, ref) !== null;
      return isSeen || isHeld ? [{ ref, text }] : [];
    });
  });
}
