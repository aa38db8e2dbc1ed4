import { useEffect, useEffectEvent, useRef } from 'react';
import { editorSession, selectText } from '#editor/session-store.ts';
import { sceneOf } from '#editor/timeline-mode.ts';
import type { TrimDraft } from '#editor/trim-draft.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { movieTimeUs, placeAt } from '#player/playhead.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { useClickToToggle } from '#widgets/use-click-to-toggle.ts';
import { frameTimeUs } from '#shared/movie/time.ts';

/** The selected scene follows the picture: what plays, and what one goes to, is what one works on. */
export function useSelectionOfPlayer(
  player: MoviePlayer | null,
  follow: (sceneId: string, isPlaying: boolean) => void,
): void {
  const onChange = useEffectEvent(follow);
  useEffect(() => {
    if (player === null) return;
    let { sceneId: shownId, isPlaying: wasPlaying } = player.getState();
    return player.subscribe(() => {
      const { isPlaying, sceneId } = player.getState();
      const isChange = sceneId !== shownId || (isPlaying && !wasPlaying);
      [shownId, wasPlaying] = [sceneId, isPlaying];
      if (isChange && sceneId !== null) onChange(sceneId, isPlaying);
    });
  }, [player]);
}

/** A click on the picture plays and pauses, or lets go of a text. The transport has the same for keys and screen readers. */
export function useClickToPlay(stage: HTMLElement | null, player: MoviePlayer | null): void {
  useClickToToggle(stage, () => {
    // A click beside the text that is worked on lets go of it.
    if (editorSession.getState().selectedText === null) player?.toggle();
    else selectText(null);
  });
}

/** A new player begins at the scene that was selected before it was there. */
export function useStartAt(player: MoviePlayer | null, sceneId: string | null): void {
  const start = useEffectEvent((created: MoviePlayer) => {
    if (sceneId !== null) created.seekScene(sceneId);
  });
  useEffect(() => {
    if (player !== null) start(player);
  }, [player]);
}

/** While somebody trims, playing keeps to what will be left: it begins at the start point and pauses at the end point. */
export function useTrimBounds(player: MoviePlayer | null, plan: MoviePlan, draft: TrimDraft | null): void {
  // The frame at which playing was seen last; null while it stands still.
  const seenFrame = useRef<number | null>(null);
  const check = useEffectEvent((it: MoviePlayer, timeUs: number) => {
    const scene = draft && sceneOf(plan, draft.sceneId);
    const place = placeAt(plan, timeUs);
    const before = seenFrame.current;
    seenFrame.current = it.getState().isPlaying ? (place?.clipFrame ?? null) : null;
    if (!draft || !scene || !place || !it.getState().isPlaying) return;
    const timeOf = (frame: number): number => movieTimeUs(plan, scene, frameTimeUs(frame, scene.clip.fps));
    const last = draft.outFrame - 1;
    const isInside = place.scene.sceneId === draft.sceneId;
    if (isInside && place.clipFrame >= draft.inFrame && place.clipFrame < last) return;
    if (draft.inFrame === last || (before !== null && before <= last)) {
      it.pause();
      it.seek(timeOf(last));
    } else it.seek(timeOf(draft.inFrame));
  });
  useEffect(() => player?.onTime((timeUs) => check(player, timeUs)), [player]);
}
