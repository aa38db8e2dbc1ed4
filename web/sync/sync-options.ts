/** What the app passes to sync. */
import type { MakeFrame } from './frames.ts';
import type { RefusedChange } from './problems.ts';

export type StartSync = {
  /** Resolves when the first screen is drawn: less urgent work starts after it. */
  untilDrawn: Promise<void>;
  /** Makes posters; from the media engine, which this folder can't import. */
  makeFrame: MakeFrame;
  /** The server refused an edit for good: show the specification's error toast with `problem.sentence`. */
  onRefused(problem: RefusedChange): void;
  /** An unexpected failure: a bug, or a database that can't be opened. */
  onCrash(error: unknown): void;
};
