/** The pieces of the movie as they are drawn, and what is known of their files. */
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStoredClips } from '#data/live.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { AudioBounds } from '#shared/movie/audio-span.ts';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';
import { soundShapes } from '../strip/sound-shapes.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import { useEditableScope } from '../timeline-scope.ts';
import { audioShapes } from './audio-shapes.ts';
import { audioSession, settleAudio } from './audio-store.ts';
import { loudnessOver } from './heard-sound.ts';

/** With what a gesture makes of one of them. */
export function useAudio({ plan }: TimelineView): MovieAudio[] {
  const scope = useEditableScope();
  const draft = useStore(audioSession, (session) => session.draft);
  const saved = useMemo(
    () => scope?.audio ?? plan.audio.map((piece) => ({ ...piece, takes: [] })),
    [scope?.audio, plan.audio],
  );
  useEffect(() => settleAudio(saved), [saved]);
  return draft === null ? saved : editAudio(saved, [{ op: 'patch', id: draft.id, patch: draft.patch }]);
}

/** What a file sounds like; null while that isn't known. */
export function useShape(mediaId: string): SoundShape | null {
  const shape = useStore(audioShapes.shapes, (shapes) => shapes[mediaId]);
  const ask = useEffectEvent(() => audioShapes.ask({ sha256: mediaId, hasAudio: true }));
  const isHere = useStoredClips([mediaId])?.has(mediaId) === true;
  // Asked again when the file has come to this device.
  useEffect(() => ask(), [mediaId, isHere]);
  return shape ?? null;
}

export function movieSecondsOf({ plan }: TimelineView): number {
  return secondsFromUs(planDurationUs(plan));
}

/** @param shape null while its length isn't known */
export function boundsOf(view: TimelineView, shape: SoundShape | null): AudioBounds {
  return { movieSeconds: movieSecondsOf(view), fileSeconds: shape && shape.peaks.length / PEAKS_PER_SECOND };
}

/** How much of the movie's own sound and of voice-overs is heard in a window of a fiftieth of a second, 0 to 1. */
export function useLoudness({ plan }: TimelineView): (window: number) => number {
  const scenes = useStore(soundShapes.shapes);
  const voices = useStore(audioShapes.shapes);
  return useMemo(() => loudnessOver(plan, { ...scenes, ...voices }), [plan, scenes, voices]);
}
