/** Whether there is room for a movie, and what to say where there is not. */
import { planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { MediaFailure } from '../failures.ts';
import type { ExportDeps } from './export-deps.ts';

/** Index, rounding, and an encoder that goes over its rate. */
const SIZE_MARGIN = 1.15;
const SOUND_BPS = 160_000;

/** Bytes that a movie takes at most, but for an encoder that goes far over its rate. */
export function estimatedBytes(plan: MoviePlan, bitrateBps: number): number {
  return Math.ceil(((planDurationUs(plan) / 1_000_000) * (bitrateBps + SOUND_BPS) * SIZE_MARGIN) / 8);
}

/** @throws MediaFailure `quota-exceeded` */
export async function checkRoom(neededBytes: number, deps: ExportDeps): Promise<void> {
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
