/** A call with many bytes that tells how they move: `fetch` can't, so that a slow line would look like a dead one. */
import { callHeaders } from './call-headers.ts';
import { okOrThrow } from './client.ts';
import { OfflineError } from './errors.ts';

type ManyBytes = { method: 'PUT'; path: string; bytes: Blob; signal: AbortSignal; onProgress: () => void };

/** @throws ApiError, OfflineError, AbortError */
export async function sendBytes({ method, path, bytes, signal, onProgress }: ManyBytes): Promise<void> {
  const headers = { Accept: 'application/json', ...(await callHeaders(method)) };
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const abort = (): void => request.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const reply = await new Promise<Response>((resolve, reject) => {
      request.open(method, path);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.upload.addEventListener('progress', onProgress);
      request.addEventListener('error', () => reject(new OfflineError()));
      request.addEventListener('timeout', () => reject(new OfflineError()));
      request.addEventListener('abort', () => reject(signal.reason));
      request.addEventListener('load', () => resolve(replyOf(request)));
      request.send(bytes);
    });
    await okOrThrow(reply);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function replyOf(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request;
  const retryAfter = request.getResponseHeader('Retry-After');
  const headers: HeadersInit = retryAfter === null ? {} : { 'Retry-After': retryAfter };
  // These may have no body, not even an empty one.
  return new Response([204, 205, 304].includes(status) ? null : responseText, { status, statusText, headers });
}
