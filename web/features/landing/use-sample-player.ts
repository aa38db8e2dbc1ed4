import { useEffect, useEffectEvent, useState } from 'react';
import { untilSettled } from '#ui/use-has-settled.ts';
import { demoMovie } from './pictures.ts';
import type { createSamplePlayer, MovieState, SamplePlayer } from './sample-player.ts';

/** Brings the player's code. */
export type LoadPlayer = () => Promise<{ createSamplePlayer: typeof createSamplePlayer }>;

export type ShownMovie = MovieState & {
  /** The player's code could not be loaded: nothing here can play. */
  hasFailed: boolean;
  change: SamplePlayer['change'];
};

/** As long as nobody has touched it. */
const atPoster: MovieState = { seconds: demoMovie.posterSeconds, isPlaying: false, isMuted: true, problem: null };

/**
 * The movie on a stage. Its player is loaded when the movie is first touched, or by itself: once the page has come to
 * rest and while the stage is in view. Then it plays, without sound.
 */
export function useSamplePlayer(stage: HTMLElement | null, load: LoadPlayer): ShownMovie {
  const [state, setState] = useState(atPoster);
  const [player, setPlayer] = useState<SamplePlayer | null>(null);
  const [isOpened, setIsOpened] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const change: SamplePlayer['change'] = (wanted) => {
    setIsOpened(true);
    if (player === null) setState({ ...state, ...wanted });
    else player.change(wanted);
  };

  const create = useEffectEvent((loaded: Awaited<ReturnType<LoadPlayer>>, element: HTMLElement) =>
    loaded.createSamplePlayer(element, state, setState),
  );
  useEffect(() => {
    if (stage === null || !isOpened) return;
    let created: SamplePlayer | null = null;
    let isGone = false;
    load().then(
      (loaded) => {
        if (isGone) return;
        created = create(loaded, stage);
        setPlayer(created);
      },
      (error: unknown) => {
        console.warn(error);
        setHasFailed(true);
      },
    );
    return () => {
      isGone = true;
      created?.close();
      setPlayer(null);
    };
  }, [stage, isOpened, load]);

  const start = useEffectEvent(() => {
    if (!isOpened) change({ isPlaying: true });
  });
  // A shortcut for the pointer: keys and screen readers have the button below the picture.
  const toggle = useEffectEvent(() => {
    if (!hasFailed) change({ isPlaying: !state.isPlaying });
  });
  useEffect(() => {
    if (stage === null) return;
    const leaving = new AbortController();
    stage.addEventListener('click', () => toggle(), leaving);
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) start();
    });
    void untilSettled().then(() => {
      if (!leaving.signal.aborted && !wantsRest()) observer.observe(stage);
    });
    return () => {
      leaving.abort();
      observer.disconnect();
    };
  }, [stage]);
  return { ...state, hasFailed, change };
}

/** Only Chromium exposes its data saver. */
type MaybeSaving = Pick<Navigator, 'onLine'> & { connection?: { saveData?: boolean } };

/** Whether the person has asked for less motion or less data. */
function wantsRest(): boolean {
  const { connection }: MaybeSaving = navigator;
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
}
