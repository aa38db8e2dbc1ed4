/** How the check of a finished movie says no. */
import { MediaFailure } from '#media/failures.ts';

/** @throws MediaFailure `verification-failed` that says in `detail` what differs */
export function expect(holds: boolean, detail: string): void {
  if (!holds) throw new MediaFailure('verification-failed', { detail });
}
