/** What a player of a movie plan can do and tells. Times are microseconds of the movie, frames count from 0 at its rate. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { PlayableClips } from './playable-clips.ts';

export type PlayerState = {
  isPlaying: boolean;
  /** A clip is being opened or has run dry. */
  isWaiting: boolean;
  /** The scene that is shown; null where the plan has none. */
  sceneId: string | null;
  sceneNumber: number | null;
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  isFullscreen: boolean;
  durationUs: number;
  /** Why the scene at the playhead has no picture, as a sentence; null when nothing is wrong. The movie goes on all the same. */
  problem: string | null;
};

export type MoviePlayer = {
  /** Shows another plan. The playhead stays with the scene that it was in, if the plan still has it. */
  setPlan(plan: MoviePlan): void;
  /** From where the playhead stands; from the start when it stands at the end. */
  play(): void;
  pause(): void;
  toggle(): void;
  /** To the start of the scene before, or of this one when it has been running for a moment. */
  previous(): void;
  next(): void;
  seek(timeUs: number): void;
  /** Does nothing for a scene that the plan has not. */
  seekScene(sceneId: string): void;
  /** By whole frames, backwards when negative. Pauses. */
  step(frames: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** @throws TypeError where the browser refuses */
  toggleFullscreen(): Promise<void>;
  /** The state as it is; the same object until it changes. */
  getState(): PlayerState;
  /** Is told of each change of `getState()`. Answers how to stop. */
  subscribe(listener: () => void): () => void;
  /** The time that is shown now. */
  now(): number;
  /** Is told the time with every drawn frame and every seek. Answers how to stop. */
  onTime(listener: (timeUs: number) => void): () => void;
  /** As `onTime`, but at most ten times a second: for a label. */
  onTenth(listener: (timeUs: number) => void): () => void;
  /** Releases the clips and takes the elements off the stage. */
  close(): void;
};

export type PlayerOptions = {
  /** The element that the picture fills; it must be positioned, and its ratio is the screen's business. */
  stage: HTMLElement;
  plan: MoviePlan;
  /** Where the clips' files are; by default on this device, else on the server. */
  clips?: PlayableClips;
};
