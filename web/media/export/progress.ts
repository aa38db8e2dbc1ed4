/** Tells how far an export is, at most every so often. */
import { PROGRESS_INTERVAL_MS, type ExportProgress } from '../worker/protocol.ts';

export type ProgressMeter = {
  phase(phase: ExportProgress['phase']): void;
  /** A frame of this scene was handed to the encoder. */
  frame(sceneNumber: number): void;
};

/** Encoding must have gone on this long before a rate is believed. */
const SETTLING_MS = 1_000;

/** @param now milliseconds that only rise */
export function createProgressMeter(
  framesTotal: number,
  now: () => number,
  report: (progress: ExportProgress) => void,
): ProgressMeter {
  const startedMs = now();
  let encodingSinceMs = startedMs;
  let reportedMs = Number.NEGATIVE_INFINITY;
  const state: { phase: ExportProgress['phase']; framesDone: number; sceneNumber: number | null } = {
    phase: 'preparing',
    framesDone: 0,
    sceneNumber: null,
  };
  const tell = (): void => {
    const at = now();
    reportedMs = at;
    const spentMs = at - encodingSinceMs;
    const isJudged = state.phase === 'encoding' && state.framesDone > 0 && spentMs >= SETTLING_MS;
    const secondsLeft = isJudged ? ((framesTotal - state.framesDone) * spentMs) / state.framesDone / 1000 : null;
    report({ ...state, framesTotal, elapsedMs: at - startedMs, secondsLeft });
  };
  return {
    phase(phase) {
      if (phase === 'encoding') encodingSinceMs = now();
      else if (phase !== 'preparing') state.sceneNumber = null;
      state.phase = phase;
      tell();
    },
    frame(sceneNumber) {
      state.framesDone += 1;
      state.sceneNumber = sceneNumber;
      if (now() - reportedMs >= PROGRESS_INTERVAL_MS) tell();
    },
  };
}
