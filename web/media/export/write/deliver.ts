/** Brings a checked movie to where the person wants it. */
import { MediaFailure } from '#media/failures.ts';
import type { ExportOutput } from '../export-input.ts';
import { createPickedOutput } from './output-file.ts';
import { isQuotaError } from '../plan/room.ts';

/** What one write holds: a cancel takes effect between two. */
const PIECE_BYTES = 8 << 20;

/**
 * Copies the movie into the file that the person chose, which keeps its old content until all of it is there; elsewhere the
 * movie stands already. @throws MediaFailure `quota-exceeded` or `file-unwritable`, or an AbortError; the old content is kept then
 */
export async function deliver(
  output: ExportOutput,
  movie: Blob,
  signal: AbortSignal,
  onPiece: () => void,
): Promise<Blob> {
  if (output.kind !== 'file') return movie;
  let freeBytes = 0;
  const onCopied = (bytes: number): void => {
    freeBytes = bytes;
    onPiece();
  };
  try {
    return await copyInto(output.handle, movie, signal, onCopied);
  } catch (error) {
    if (signal.aborted || !(error instanceof DOMException)) throw error;
    if (isQuotaError(error))
      throw new MediaFailure('quota-exceeded', { destination: 'file', neededBytes: movie.size, freeBytes }, error);
    throw new MediaFailure('file-unwritable', { destination: 'file', detail: error.name }, error);
  }
}

async function copyInto(
  handle: FileSystemFileHandle,
  movie: Blob,
  signal: AbortSignal,
  onCopied: (bytes: number) => void,
): Promise<Blob> {
  const file = await createPickedOutput(handle);
  try {
    for (let at = 0; at < movie.size; at += PIECE_BYTES) {
      signal.throwIfAborted();
      await file.write(movie.slice(at, at + PIECE_BYTES), at);
      onCopied(Math.min(movie.size, at + PIECE_BYTES));
    }
    signal.throwIfAborted();
    return await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
