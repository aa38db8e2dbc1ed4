/** Which frames of a long film are sought to in a browser's player. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { framesAroundJoins } from '#tests/firefox/movie-spec.ts';
import type { Film } from './films.ts';

/** A seek decodes up to ten seconds of pictures; beyond this width every third join is enough. */
const QUICK_WIDTH = 1280;

export function soughtFrames({ spec: { target } }: Film, plan: MoviePlan): number[] {
  const joins = plan.scenes.filter((_, index) => target.width <= QUICK_WIDTH || index % 3 === 0);
  // Blocks of WebM do not say how long they last, and browsers do not always seek to the last picture.
  return framesAroundJoins(joins, { frameCount: target.format === 'webm' ? plan.frameCount - 1 : plan.frameCount });
}
