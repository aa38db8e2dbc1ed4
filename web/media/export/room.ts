/** Whether there is room for a movie, and what to say where there is not. */
import { MediaFailure } from '../failures.ts';
import type { Estimate } from './estimate.ts';
import type { ExportDeps } from './export-deps.ts';

/** Index, rounding, and an encoder that goes over its rate. */
const MARGIN = 1.15;
/** Encoded stretches of earlier exports are kept up to here. */
const MOST_KEPT_BYTES = 2_000_000_000;

/**
 * Clears stretches that this export doesn't need, old ones always and the rest when room is short.
 * @param isWhole whether the movie is to stand here as a file, not only its stretches
 * @throws MediaFailure `quota-exceeded`
 */
export async function makeRoom(
  isWhole: boolean,
  { sizeBytes, workBytes }: Pick<Estimate, 'sizeBytes' | 'workBytes'>,
  keep: ReadonlySet<string>,
  deps: ExportDeps,
): Promise<void> {
  await deps.segments.sweep(keep, MOST_KEPT_BYTES);
  const neededBytes = Math.ceil((workBytes + (isWhole ? sizeBytes : 0)) * MARGIN);
  const before = await deps.freeBytes();
  if (before === null || before >= neededBytes) return;
  await deps.segments.sweep(keep, 0);
  const freeBytes = await deps.freeBytes();
  if (freeBytes !== null && freeBytes < neededBytes)
    throw new MediaFailure('quota-exceeded', { neededBytes, freeBytes });
}

/** For a store that ran full in mid-write. */
export async function quotaFailure(neededBytes: number, deps: ExportDeps, cause: unknown): Promise<MediaFailure> {
  const freeBytes = await deps.freeBytes();
  return new MediaFailure('quota-exceeded', { neededBytes, ...(freeBytes === null ? {} : { freeBytes }) }, cause);
}

export function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
