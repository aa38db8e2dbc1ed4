/** Which effects of a movie two `<video>` elements can't play. Pure. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';

export type LeftOutEffect = 'crossfades' | 'music' | 'leveling' | 'boost';

export function effectsLeftOut({
  scenes,
  audio,
  levelling,
}: Pick<MoviePlan, 'scenes' | 'audio' | 'levelling'>): LeftOutEffect[] {
  const hasCrossfade = scenes.slice(0, -1).some(({ transition }) => transition?.kind === 'crossfade');
  const hasBoost = scenes.some(({ gainDb, muted }) => gainDb > 0 && !muted);
  return [
    ...(hasCrossfade ? (['crossfades'] as const) : []),
    ...(audio.length > 0 ? (['music'] as const) : []),
    ...(levelling ? (['leveling'] as const) : []),
    ...(hasBoost ? (['boost'] as const) : []),
  ];
}
