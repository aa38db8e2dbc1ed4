/** The page's side of taking a file in. Each file has a worker of its own, ended with it. */
import type { OwnFile } from '#shared/entities/own-file.ts';
import { MediaFailure } from '../failures.ts';
import { importReplySchema, type ImportRequest } from './protocol.ts';

export type ImportOptions = { onProgress?: (bytes: number) => void; signal?: AbortSignal };
/** Either the file, which is on this device now, or a sentence that names it and says why it can't be used. */
export type Imported = { ok: true; file: OwnFile } | { ok: false; sentence: string };

/** @throws MediaFailure when the worker is lost or breaks, an AbortError */
export async function importFile(
  request: ImportRequest,
  { onProgress, signal }: ImportOptions = {},
): Promise<Imported> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module', name: 'import' });
  const stop = new AbortController();
  try {
    return await new Promise<Imported>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: stop.signal });
      worker.onerror = (event) => reject(new MediaFailure('worker-lost', { detail: event.message }));
      worker.onmessage = (event: MessageEvent<unknown>) => {
        const reply = importReplySchema.parse(event.data);
        if (reply.type === 'progress') onProgress?.(reply.bytes);
        else if (reply.type === 'done') resolve({ ok: true, file: reply.file });
        else if (reply.type === 'unusable') resolve({ ok: false, sentence: reply.sentence });
        else reject(new MediaFailure('internal', { detail: reply.detail }));
      };
      worker.postMessage(request);
    });
  } finally {
    stop.abort();
    worker.terminate();
  }
}
