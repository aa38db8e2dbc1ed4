/** Which part of the movie is to be exported, and its times as people type and read them. Pure. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { isWholeMovie, sceneRange, type MovieRange } from '#shared/movie/range.ts';
import { fpsNumber, type Fps } from '#shared/movie/time.ts';

export type PartChoice = { kind: 'movie' } | ({ kind: 'part' } & MovieRange) | { kind: 'scene'; sceneId: string };

export const WHOLE_MOVIE: PartChoice = { kind: 'movie' };

/** The frames that are exported; null for all of them. */
export function rangeOfChoice(plan: MoviePlan, choice: PartChoice): MovieRange | null {
  const range = choice.kind === 'scene' ? sceneRange(plan, choice.sceneId) : choice.kind === 'part' ? choice : null;
  if (range === null || isWholeMovie(plan, range)) return null;
  return { fromFrame: range.fromFrame, toFrame: Math.min(range.toFrame, plan.frameCount) };
}

const SECONDS_PER_MINUTE = 60;

/** "0:12", "1:05.5", "0:00.04" */
export function frameTime(frame: number, fps: Fps): string {
  const hundredths = Math.round((frame / fpsNumber(fps)) * 100);
  const seconds = Math.floor(hundredths / 100);
  const rest = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  const clock = `${Math.floor(seconds / SECONDS_PER_MINUTE)}:${String(seconds % SECONDS_PER_MINUTE).padStart(2, '0')}`;
  return rest === '' ? clock : `${clock}.${rest}`;
}

/** The frame at a time such as "12", "0:12.5" or "1:02"; null for what is no time. */
export function typedFrame(text: string, fps: Fps): number | null {
  const [, minutes = '0', seconds] = /^(?:(\d{1,3}):)?(\d{1,4}(?:[.,]\d+)?)$/.exec(text.trim()) ?? [];
  if (seconds === undefined) return null;
  return Math.round((Number(minutes) * SECONDS_PER_MINUTE + Number(seconds.replace(',', '.'))) * fpsNumber(fps));
}
