/** The state of a player, as far as both players have it alike. */
import { sameValue } from '#shared/rules/same-value.ts';
import { planDurationUs, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import type { createLoudness } from './loudness.ts';
import type { PlayerState } from './movie-player.ts';

type Playing = {
  stage: HTMLElement;
  plan: MoviePlan;
  /** At the playhead. */
  scene: PlanScene | null;
  rate: number;
  loudness: Pick<ReturnType<typeof createLoudness>, 'volume' | 'isMuted'>;
};

export function commonState({ stage, plan, scene, rate, loudness }: Playing) {
  return {
    rate,
    sceneId: scene?.sceneId ?? null,
    sceneNumber: scene?.sceneNumber ?? null,
    volume: loudness.volume(),
    isMuted: loudness.isMuted(),
    isFullscreen: document.fullscreenElement === stage,
    durationUs: planDurationUs(plan),
  } satisfies Partial<PlayerState>;
}

/** Keeps a player's state, so that it is the same object until it changes. @param tell hears of each change */
export function holdState(make: () => PlayerState, tell: () => void) {
  let state: PlayerState | null = null;
  return {
    get: (): PlayerState => (state ??= make()),
    announce: (): void => {
      const next = make();
      if (state !== null && sameValue(state, next)) return;
      state = next;
      tell();
    },
  };
}
