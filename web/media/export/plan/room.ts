/** Whether there is room for a movie, and what to say where there is not. */
import { MediaFailure } from '#media/failures.ts';
import type { Estimate } from './estimate.ts';
import type { ExportDeps } from '../export-deps.ts';

/** Index, rounding, and an encoder that goes over its rate. */
const MARGIN = 1.15;
/** Encoded stretches of earlier exports are kept up to here. */
const MOST_KEPT_BYTES = 2_000_000_000;

/**
 * Clears stretches that this export doesn't need, old ones always and the rest when room is short, and scrub copies then.
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
  await deps.clearScrubCopies?.();
  const freeBytes = await deps.freeBytes();
  if (freeBytes !== null && freeBytes < neededBytes)
    throw new MediaFailure('quota-exceeded', { neededBytes, freeBytes });
}

/** What an export works with, and how much of it went onto the disk. */
export type CountedDeps = ExportDeps & { writtenBytes(): number };

/** Counts what is written: where the disk runs full, that is what it had room for. */
export function withRoomCount(deps: ExportDeps): CountedDeps {
  let written = 0;
  const count = (bytes: number): void => {
    written += bytes;
  };
  return {
    ...deps,
    writtenBytes: () => written,
    async createOutput(path, of) {
      const file = await deps.createOutput(path, of);
      return {
        ...file,
        async write(data, at) {
          await file.write(data, at);
          count(data instanceof Blob ? data.size : data.byteLength);
        },
      };
    },
    segments: {
      ...deps.segments,
      async write(key) {
        const writer = await deps.segments.write(key);
        return {
          ...writer,
          add(packet) {
            writer.add(packet);
            count(packet.byteLength);
          },
        };
      },
    },
  };
}

/**
 * For a store that ran full in mid-write. Browsers tell how much they would give, not what the disk has left: where that can't
 * be, what went in before it was full is what there was.
 */
export async function quotaFailure(neededBytes: number, deps: CountedDeps, cause: unknown): Promise<MediaFailure> {
  const told = await deps.freeBytes();
  const written = deps.writtenBytes();
  const freeBytes = told !== null && told < neededBytes ? told : written;
  // What was reckoned beforehand is less than what it took where an encoder went over its rate.
  return new MediaFailure('quota-exceeded', { neededBytes: Math.max(neededBytes, freeBytes + 1), freeBytes }, cause);
}

export function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
