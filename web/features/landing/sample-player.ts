/** The player of the landing page's movie. Loaded after the page: nothing that is seen first needs it. */
import { createPlayer } from '#player/create-player.ts';
import { moviePlan, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { US_PER_SECOND } from '#shared/movie/time.ts';
import { publicSample } from '#shared/sample/public-sample.ts';
import { layControls } from './sample-fullscreen.tsx';

/** What the page shows of the movie. */
export type MovieState = {
  seconds: number;
  /** Whether it is meant to play. */
  isPlaying: boolean;
  isMuted: boolean;
  /** 0 to 1, as it is until somebody sets it. */
  volume?: number;
  /** Why the movie has no picture, as a sentence; null when nothing is wrong. */
  problem: string | null;
};

export type SamplePlayer = {
  change(wanted: Partial<Omit<MovieState, 'problem'>>): void;
  close(): void;
};

/** The movie as it will be written, with its texts and its crossfade. */
export function samplePlan(): MoviePlan {
  return moviePlan({ ...publicSample.project, audio: publicSample.audio }, publicSample.scenes);
}

/** Goes on from what the page shows. The movie begins again at its end. Whoever creates the player closes it. */
export function createSamplePlayer(
  stage: HTMLElement,
  shown: MovieState,
  onChange: (state: MovieState) => void,
): SamplePlayer {
  const player = createPlayer({ stage, plan: samplePlan(), startUs: shown.seconds * US_PER_SECOND });
  const closing = new AbortController();
  let state = shown;
  let isInView = true;
  const controls = layControls(stage, (wanted) => it.change(wanted));
  controls.show(state);

  const update = (part: Partial<MovieState>): void => {
    state = { ...state, ...part };
    controls.show(state);
    onChange(state);
  };
  const follow = (): void => {
    const { isPlaying, problem } = player.getState();
    // A movie that can't be seen doesn't go on.
    if (problem !== null && state.isPlaying) update({ problem, isPlaying: false });
    else if (problem !== state.problem) update({ problem });
    // Nobody misses a silent one that is out of sight.
    const isMissed = !state.isMuted || (isInView && document.visibilityState === 'visible');
    const isWanted = state.isPlaying && isMissed;
    if (isWanted && !isPlaying) player.play();
    if (!isWanted && isPlaying) player.pause();
  };

  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting === true;
    follow();
  });
  observer.observe(stage);
  document.addEventListener('visibilitychange', follow, { signal: closing.signal });
  player.onTenth((timeUs) => update({ seconds: timeUs / US_PER_SECOND }));
  player.subscribe(follow);
  player.setMuted(state.isMuted);
  const it: SamplePlayer = {
    change(wanted) {
      update(wanted);
      if (wanted.isMuted !== undefined) player.setMuted(wanted.isMuted);
      if (wanted.volume !== undefined) player.setVolume(wanted.volume);
      if (wanted.seconds !== undefined) player.seek(wanted.seconds * US_PER_SECOND);
      // Tries again what couldn't be loaded.
      if (wanted.isPlaying === true) player.play();
      follow();
    },
    close() {
      closing.abort();
      observer.disconnect();
      controls.close();
      player.close();
    },
  };
  follow();
  return it;
}
