/** The page's side of taking a file in. Each file has a worker of its own, ended with it. */
import type { OwnFile } from '#shared/entities/own-file.ts';
import { askOnce } from '../ask-once.ts';
import { MediaFailure } from '../failures.ts';
import { importReplySchema, type ImportRequest } from './protocol.ts';

export type ImportOptions = { onProgress?: (bytes: number) => void; signal?: AbortSignal };
/** Either the file, which is on this device now, with what of it is not used here; or a sentence that names it and says why it can't be used. */
export type Imported = { ok: true; file: OwnFile; note: string | null } | { ok: false; sentence: string };

/** @throws MediaFailure when the worker is lost or breaks, an AbortError */
export function importFile(request: ImportRequest, { onProgress, signal }: ImportOptions = {}): Promise<Imported> {
  const open = (): Worker =>
    new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module', name: 'import' });
  const take = (message: unknown): Imported | undefined => {
    const reply = importReplySchema.parse(message);
    if (reply.type === 'progress') {
      onProgress?.(reply.bytes);
      return undefined;
    }
    if (reply.type === 'done') return { ok: true, file: reply.file, note: reply.note };
    if (reply.type === 'unusable') return { ok: false, sentence: reply.sentence };
    throw new MediaFailure('internal', { detail: reply.detail });
  };
  return askOnce(open, request, take, signal);
}
