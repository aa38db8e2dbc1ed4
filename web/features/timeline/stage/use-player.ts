import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { createPlayer } from '#player/create-player.ts';
import type { MoviePlayer, PlayerState } from '#player/movie-player.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { showFailure } from '#ui/toasts.ts';
import { playerWords } from '../words.ts';

/**
 * A player of the plan for as long as the stage is on the page; null until it is. It goes on playing when the plan
 * changes under it.
 */
export function usePlayer(stage: HTMLElement | null, plan: MoviePlan): MoviePlayer | null {
  const [player, setPlayer] = useState<MoviePlayer | null>(null);
  const createOn = useEffectEvent((create: typeof createPlayer, element: HTMLElement) =>
    create({ stage: element, plan }),
  );
  useEffect(() => {
    if (stage === null) return;
    let created: MoviePlayer | null = null;
    let isGone = false;
    import('#player/create-player.ts').then(
      (loaded) => {
        if (isGone) return;
        created = createOn(loaded.createPlayer, stage);
        setPlayer(created);
      },
      (error: unknown) => showFailure(playerWords.loadFailed, error),
    );
    return () => {
      isGone = true;
      created?.close();
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
