/** Pieces of one lane that sound at the same time lie below each other, so that each can be seen and held. */
import type { CSSProperties } from 'react';
import { useStore } from 'zustand';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import { audioShapes } from './audio-shapes.ts';
import { boundsOf } from './use-audio.ts';

/** Tells a lane and its head how many rows it has. */
export type RowsStyle = CSSProperties & { '--rows': number };

type Span = { id: string; startSeconds: number; endSeconds: number };

/** Ends and starts that are nearer than this touch. */
const TOUCH_SECONDS = 0.001;

/** The row of each piece, from 0: the first one that is free where it begins. At equal starts the order stays. */
export function rowsOf(spans: readonly Span[]): ReadonlyMap<string, number> {
  const ends: number[] = [];
  const rows = new Map<string, number>();
  for (const { id, startSeconds, endSeconds } of spans.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const free = ends.findIndex((end) => end <= startSeconds + TOUCH_SECONDS);
    const row = free < 0 ? ends.length : free;
    ends[row] = endSeconds;
    rows.set(id, row);
  }
  return rows;
}

/** Of a lane's pieces as they are drawn. A lane without any has one row. */
export function useAudioRows(
  pieces: readonly MovieAudio[],
  view: TimelineView,
): { rowOf: ReadonlyMap<string, number>; count: number } {
  const shapes = useStore(audioShapes.shapes);
  const spans = pieces.flatMap((piece) => {
    const span = audioSpan(piece, boundsOf(view, shapes[piece.mediaId] ?? null));
    return span === null ? [] : [{ id: piece.id, ...span }];
  });
  const rowOf = rowsOf(spans);
  return { rowOf, count: Math.max(1, ...[...rowOf.values()].map((row) => row + 1)) };
}
