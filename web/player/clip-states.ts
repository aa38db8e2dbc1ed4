/** Which clips the worker has, and why others can't be played; all by hash. */
import { isLasting, type PlaybackFailure } from './playback-failure.ts';

export function createClipStates() {
  const opened = new Set<string>();
  const failures = new Map<string, PlaybackFailure>();
  return {
    /** Whether it is still on its way. */
    isPending: (sha256: string): boolean => !opened.has(sha256) && !failures.has(sha256),
    failureOf: (sha256: string): PlaybackFailure | null => failures.get(sha256) ?? null,
    fail: (sha256: string, failure: PlaybackFailure): unknown => failures.set(sha256, failure),
    /** @returns whether its file was away until now */
    open(sha256: string): boolean {
      opened.add(sha256);
      return failures.get(sha256)?.kind === 'missing' && failures.delete(sha256);
    },
    /** Forgets a failure for a passing reason. @returns whether there was one */
    retry(sha256: string): boolean {
      const failure = failures.get(sha256);
      if (failure === undefined || isLasting(failure)) return false;
      opened.delete(sha256);
      return failures.delete(sha256);
    },
    /** The worker is a new one. */
    forgetOpened: (): void => opened.clear(),
  };
}
