export type RunOptions = {
  cwd: string;
  env: Record<string, string | undefined>;
  niceness?: number;
  /** What it prints goes to the terminal as it comes. */
  isShown: boolean;
  /** What it has to end once it is asked to. */
  lastWordsMs?: number;
};

export type RunEnd = {
  exitCode: number;
  output: string;
  /** It was ended as it took too long. */
  isLate: boolean;
  /** It ended before what it had started, which was then killed. */
  leftOthers: boolean;
};

/** Runs a program for no longer than it may take, and ends with it whatever it started. @throws Error where it can't start */
export function runWithin(command: string[], options: RunOptions, limitMs: number): Promise<RunEnd>;
