/** The page's side of making a clip of a picture or a title card. Each has a worker of its own, ended with it. */
import { MediaFailure } from '../failures.ts';
import { stillReplySchema, type StillRequest } from './protocol.ts';

/** Either an MP4, or a sentence that names the picture and says why none can be made. */
export type MadeStill = { ok: true; clip: Blob; isAnimated: boolean } | { ok: false; sentence: string };

/** @throws MediaFailure when the worker is lost or breaks, an AbortError */
export async function makeStill(request: StillRequest, signal?: AbortSignal): Promise<MadeStill> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./still.worker.ts', import.meta.url), { type: 'module', name: 'still' });
  const stop = new AbortController();
  try {
    return await new Promise<MadeStill>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: stop.signal });
      worker.onerror = (event) => reject(new MediaFailure('worker-lost', { detail: event.message }));
      worker.onmessage = (event: MessageEvent<unknown>) => {
        const reply = stillReplySchema.parse(event.data);
        if (reply.type === 'done') resolve({ ok: true, clip: reply.clip, isAnimated: reply.isAnimated });
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
