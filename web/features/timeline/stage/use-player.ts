import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { createPlayer } from '#player/create-player.ts';
import type { MoviePlayer, PlayerState } from '#player/movie-player.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';

/**
 * A player of the plan for as long as the stage is on the page; null until it is. It goes on playing when the plan
 * changes under it.
 */
export function usePlayer(stage: HTMLElement | null, plan: MoviePlan): MoviePlayer | null {
  const [player, setPlayer] = useState<MoviePlayer | null>(null);
  const createOn = useEffectEvent((element: HTMLElement) => createPlayer({ stage: element, plan }));
  useEffect(() => {
    if (stage === null) return;
    const created = createOn(stage);
    // A player can only be made once its stage is on the page, and everything around it is drawn from it.
    // oxlint-disable-next-line react/set-state-in-effect
    setPlayer(created);
    return () => {
      created.close();
      setPlayer(null);
    };
  }, [stage]);
  useEffect(() => player?.setPlan(plan), [player, plan]);
  return player;
}

export function usePlayerState(player: MoviePlayer): PlayerState {
  return useSyncExternalStore(player.subscribe, player.getState);
}

/** The movie time in microseconds, ten times a second at most. */
export function useTenth(player: MoviePlayer): number {
  const [timeUs, setTimeUs] = useState(() => player.now());
  useEffect(() => player.onTenth(setTimeUs), [player]);
  return timeUs;
}
