/** A worker that is there for one question, and ends with the answer. */
import { MediaFailure } from './failures.ts';

/** What a message of the worker comes to: `undefined` while the answer is still to come. */
type Take<Answer> = (message: unknown) => Answer | undefined;

/** @throws MediaFailure when the worker is lost, an AbortError, what `take` throws */
export async function askOnce<Answer>(
  open: () => Worker,
  request: unknown,
  take: Take<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted();
  const worker = open();
  const stop = new AbortController();
  try {
    return await new Promise<Answer>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: stop.signal });
      worker.onerror = (event) => reject(new MediaFailure('worker-lost', { detail: event.message }));
      worker.onmessage = (event: MessageEvent<unknown>) => {
        try {
          const answer = take(event.data);
          if (answer !== undefined) resolve(answer);
        } catch (error) {
          reject(error);
        }
      };
      worker.postMessage(request);
    });
  } finally {
    stop.abort();
    worker.terminate();
  }
}
