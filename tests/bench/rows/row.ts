/** One line of the bench: a way to make the same movie of the same clips. */
import type { PageRun } from '../bench-window.ts';

export type Measure = PageRun & {
  /** Of all processors together: a browser's with its check, every other until the file is written. */
  processorSeconds: number;
  /** Largest memory above what there was before; of a process of its own, all of it. */
  peakBytes: number;
  /** The same until the file could be read, before it was checked; null where that is the end. */
  copiedPeakBytes: number | null;
};

export type BenchContext = {
  /** Paths of the clips. */
  clips: readonly string[];
  /** Asked of every encoder. */
  bitrateBps: number;
  /** Loads a page into a fresh renderer, runs a method once on one clip to warm up and once on all, and measures the latter. */
  measurePage(page: string, method: string): Promise<Measure>;
};

export type BenchRow = {
  /** For `--only`. */
  name: string;
  title: string;
  /** Only run when it is named: it takes long. */
  isAskedFor?: boolean;
  run(context: BenchContext): Promise<Measure>;
};
