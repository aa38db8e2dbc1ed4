/** Turns work done into what the progress card shows, at most ten times a second. */
import { z } from 'zod';

export const exportProgressSchema = z.object({
  phase: z.enum(['preparing', 'encoding', 'sound', 'joining', 'checking']),
  /** Of the whole work, 0 to 99. */
  percent: z.number().int(),
  /** Frames that have to be encoded, and those that are. */
  framesDone: z.number().int(),
  framesTotal: z.number().int(),
  /** The stretch that is being encoded, counted from 1. */
  stretch: z.object({ number: z.number().int(), total: z.number().int() }).nullable(),
  /** The scene that is being encoded. */
  sceneNumber: z.number().int().nullable(),
  elapsedMs: z.number(),
  /** Null until there is enough to judge by. */
  secondsLeft: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;

/** Shortest time between two progress messages of an export. */
const PROGRESS_INTERVAL_MS = 100;

/** Work that is ahead, in parts of a second by a guess; only their ratios matter, the clock corrects the rest. */
export type WorkAhead = Record<'encoding' | 'sound' | 'joining' | 'checking', number>;

export type ProgressMeter = {
  /** What there is to do, once it is known; nothing of it is done yet. */
  plan(work: WorkAhead, framesTotal: number, stretchesTotal: number): void;
  phase(phase: ExportProgress['phase']): void;
  /** Encoded frames, of the given stretch and scene. */
  frames(count: number, place: { stretch: number; sceneNumber: number }): void;
  /** A part of the present phase's work, 0 to 1. */
  part(share: number): void;
  /** Work of which no share is counted: whoever waits is to know that it goes on. */
  goOn(): void;
};

/** Nothing is said about the time left before this share of the work is done. */
const SETTLING_SHARE = 0.02;
const SETTLING_MS = 500;

/** @param now milliseconds that only rise */
export function createProgressMeter(now: () => number, report: (progress: ExportProgress) => void): ProgressMeter {
  const startedMs = now();
  let reportedMs = Number.NEGATIVE_INFINITY;
  let work: WorkAhead = { encoding: 0, sound: 0, joining: 0, checking: 0 };
  let workSinceMs = startedMs;
  let done: WorkAhead = { encoding: 0, sound: 0, joining: 0, checking: 0 };
  const state: Pick<ExportProgress, 'phase' | 'framesDone' | 'framesTotal' | 'stretch' | 'sceneNumber'> = {
    phase: 'preparing',
    framesDone: 0,
    framesTotal: 0,
    stretch: null,
    sceneNumber: null,
  };
  let stretchesTotal = 0;
  const tell = (): void => {
    const at = now();
    reportedMs = at;
    const total = sum(work);
    const share = total === 0 ? 0 : sum(done) / total;
    const spentMs = at - workSinceMs;
    const isJudged = share >= SETTLING_SHARE && spentMs >= SETTLING_MS;
    report({
      ...state,
      percent: Math.min(99, Math.floor(share * 100)),
      elapsedMs: at - startedMs,
      secondsLeft: isJudged ? ((1 - share) * spentMs) / share / 1000 : null,
    });
  };
  const tellNowAndThen = (): void => {
    if (now() - reportedMs >= PROGRESS_INTERVAL_MS) tell();
  };
  return {
    plan(ahead, framesTotal, stretches) {
      [work, workSinceMs, stretchesTotal] = [ahead, now(), stretches];
      done = { encoding: 0, sound: 0, joining: 0, checking: 0 };
      [state.framesDone, state.framesTotal] = [0, framesTotal];
    },
    phase(phase) {
      for (const earlier of earlierPhases(phase)) done[earlier] = work[earlier];
      state.phase = phase;
      if (phase !== 'encoding') [state.sceneNumber, state.stretch] = [null, null];
      tell();
    },
    frames(count, { stretch, sceneNumber }) {
      state.framesDone += count;
      state.sceneNumber = sceneNumber;
      state.stretch = { number: stretch + 1, total: stretchesTotal };
      done.encoding = state.framesTotal === 0 ? 0 : (work.encoding * state.framesDone) / state.framesTotal;
      tellNowAndThen();
    },
    part(share) {
      if (state.phase === 'preparing') return;
      done[state.phase] = work[state.phase] * Math.min(1, share);
      tellNowAndThen();
    },
    goOn: tellNowAndThen,
  };
}

const ORDER = ['encoding', 'sound', 'joining', 'checking'] as const;

function earlierPhases(phase: ExportProgress['phase']): readonly (keyof WorkAhead)[] {
  return phase === 'preparing' ? [] : ORDER.slice(0, ORDER.indexOf(phase));
}

function sum(work: WorkAhead): number {
  return work.encoding + work.sound + work.joining + work.checking;
}
