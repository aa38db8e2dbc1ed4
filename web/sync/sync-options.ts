/** What the app hands to sync. */
import type { MakeFrame } from './frames.ts';
import type { Problem } from './problems.ts';

export type StartSync = {
  /** Resolves when the first screen is drawn: what no screen waits for begins after it. */
  untilDrawn: Promise<void>;
  /** Makes the posters; the media engine's, which this folder does not know. */
  makeFrame: MakeFrame;
  /** The server refused an edit for good: time for the specification's error toast, with `problem.sentence`. */
  onRefused(problem: Problem): void;
  /** Something that should not happen did: a bug, or a database that can't be opened. */
  onCrash(error: unknown): void;
};
