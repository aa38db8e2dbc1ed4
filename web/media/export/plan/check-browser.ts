/** Finds out before an export starts whether this browser has what it needs beside encoders and decoders of video. */
import { MediaFailure } from '#media/failures.ts';
import { claimsAac } from '#media/sound/encode-aac.ts';
import { claimsOpus } from '#media/sound/encode-opus.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import type { ExportPlan } from '#shared/export-plan/plan-types.ts';

/** What is asked of the browser's own storage, wherever the browser keeps it. */
type Storage = { navigator: { storage?: { getDirectory?: () => Promise<unknown> } } };

/**
 * Clips and movies are files of the origin private file system, written through a handle that only workers have.
 * @throws MediaFailure `no-storage`
 */
export async function checkStorage({ navigator: { storage } }: Storage = globalThis): Promise<void> {
  const hasHandles = 'FileSystemFileHandle' in globalThis && 'createSyncAccessHandle' in FileSystemFileHandle.prototype;
  try {
    // Some browsers have the call in private windows and refuse it there.
    if (hasHandles && storage?.getDirectory !== undefined) {
      await storage.getDirectory();
      return;
    }
  } catch (error) {
    throw new MediaFailure('no-storage', { detail: String(error) });
  }
  throw new MediaFailure('no-storage');
}

/**
 * Text that is drawn into encoded frames needs a canvas in the worker.
 * @param plan null while the clips are not on this device: then all of it may be encoded
 * @throws MediaFailure `no-canvas`
 */
export function checkCanvas(movie: MoviePlan, plan: Pick<ExportPlan, 'video'> | null): void {
  const isEncoded = plan === null || plan.video.some(({ kind }) => kind === 'encode');
  if (!isEncoded || movie.scenes.every(({ overlays }) => overlays.length === 0)) return;
  if (typeof OffscreenCanvas === 'undefined' || new OffscreenCanvas(1, 1).getContext('2d') === null)
    throw new MediaFailure('no-canvas');
}

/**
 * AAC is encoded by WebAssembly where the browser has no encoder for it; Opus only by the browser's own.
 * @param plan null while the clips are not on this device: then all of the sound may be encoded
 * @throws MediaFailure `unsupported-sound`
 */
export async function checkSoundEncoder(
  { format }: Pick<ExportTarget, 'format'>,
  plan: Pick<ExportPlan, 'audio'> | null,
): Promise<void> {
  const isCopied = plan !== null && (plan.audio?.stretches.every(({ kind }) => kind === 'copy') ?? true);
  if (isCopied) return;
  const can = format === 'webm' ? await claimsOpus(2) : await claimsAac();
  if (!can) throw new MediaFailure('unsupported-sound', { format });
}
