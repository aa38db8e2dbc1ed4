/** The interface of a player for movie plans. Times are microseconds of the movie; frames count from 0 at its rate. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { PlayableClips } from './playable-clips.ts';

export type PlayerState = {
  isPlaying: boolean;
  /** How many times as fast as the movie somebody goes through it, negative backward; else 1. */
  rate: number;
  /** A clip is being opened or is buffering. */
  isWaiting: boolean;
  /** The current scene; null when the plan has none. */
  sceneId: string | null;
  sceneNumber: number | null;
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  isFullscreen: boolean;
  durationUs: number;
  /**
   * Why the scene at the playhead has no picture, as a sentence; null when nothing is wrong. The movie continues either
   * way.
   */
  problem: string | null;
  /** What of the movie isn't played in this browser, as a sentence; null when all of it is. */
  leftOut: string | null;
};

export type MoviePlayer = {
  /** Shows another plan. The playhead stays in its scene if the plan still has it. */
  setPlan(plan: MoviePlan): void;
  /** From the playhead; from the start if it's at the end. */
  play(): void;
  pause(): void;
  toggle(): void;
  /** To the start of the previous scene, or of this one if it has been playing for a moment. */
  previous(): void;
  next(): void;
  seek(timeUs: number): void;
  /** Does nothing for a scene that isn't in the plan. */
  seekScene(sceneId: string): void;
  /** Moves by whole frames, backward when negative. Pauses. */
  step(frames: number): void;
  /**
   * Plays in a direction: forward with sound, else silently, picture by picture. Again in the same one, twice as fast, up
   * to four times. `pause`, `play`, and every move end it.
   */
  shuttle(direction: 1 | -1): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** @throws TypeError where the browser refuses */
  toggleFullscreen(): Promise<void>;
  /** The current state; the same object until it changes. */
  getState(): PlayerState;
  /** Calls back on each change of `getState()`. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** The current time. */
  now(): number;
  /** Calls back with the time on every drawn frame and every seek. Returns how to stop. */
  onTime(listener: (timeUs: number) => void): () => void;
  /** Like `onTime`, but at most ten times a second: for a label. */
  onTenth(listener: (timeUs: number) => void): () => void;
  /** Releases the clips and removes the elements from the stage. */
  close(): void;
};

export type PlayerOptions = {
  /** The element that the picture fills. It must be positioned; the page sets its aspect ratio. */
  stage: HTMLElement;
  plan: MoviePlan;
  /** Where the playhead stands at first; by default at the start. No other scene's clip is fetched before it plays. */
  startUs?: number;
  /** Where to find the clips' files; by default on this device, else on the server. */
  clips?: PlayableClips;
  /** Hears of each frame of the movie that is put on the screen, where frames are drawn one by one. */
  onShown?: (frame: number) => void;
  /** Hears of each frame of which a small picture stands in until the exact one is there. */
  onScrubbed?: (frame: number) => void;
};
