/** Beats of music as far as they are known. A worker looks for them, once for each file: an hour of it would hold the page up. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { findBeats } from '#media/worker/client.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { SoundShape } from '#shared/sound/sound-shape.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import { audioShapes } from './audio-shapes.ts';
import { beatMarks } from './beat-marks.ts';
import { boundsOf } from './use-audio.ts';

/** Seconds of the file, by its hash. */
const known = createStore<Readonly<Record<string, readonly number[]>>>(() => ({}));
const asked = new Set<string>();

function ask(mediaId: string, shape: SoundShape): void {
  if (asked.has(mediaId)) return;
  asked.add(mediaId);
  findBeats(shape).then(
    (beats) => known.setState({ [mediaId]: beats }),
    (error: unknown) => {
      asked.delete(mediaId);
      console.warn('Beats were not found.', error);
    },
  );
}

/** Seconds of the movie. @param shape null while what it sounds like isn't known */
export function useBeats(piece: MovieAudio, shape: SoundShape | null, view: TimelineView): number[] {
  const { kind, mediaId } = piece;
  useEffect(() => {
    if (kind === 'music' && shape !== null) ask(mediaId, shape);
  }, [kind, mediaId, shape]);
  const beats = useStore(known, (files) => files[mediaId]);
  return beatMarks(piece, beats ?? null, boundsOf(view, shape));
}

/** Seconds of the movie. */
export function beatsIn(piece: MovieAudio, view: TimelineView): number[] {
  const shape = audioShapes.shapes.getState()[piece.mediaId] ?? null;
  return beatMarks(piece, known.getState()[piece.mediaId] ?? null, boundsOf(view, shape));
}
