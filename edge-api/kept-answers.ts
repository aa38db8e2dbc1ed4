/** How an answer of the API is written for the edge's cache, and told again as the API said it. */

/**
 * How long anything public is told from the cache. A cache can't be told to forget in every data center at once: what is
 * unpublished is gone everywhere after these seconds.
 */
export const PUBLIC_SECONDS = 20;

/** What is used of the platform's cache. */
export type EdgeCache = {
  match(request: Request): Promise<Response | undefined>;
  put(request: Request, response: Response): Promise<void>;
  delete(request: Request): Promise<boolean>;
};

/** What browsers are told stands here while the cache is told something else. */
const TOLD = 'x-told-cache-control';
const TOLD_VARY = 'x-told-vary';
/** When the API found it public, in milliseconds since the epoch: it may be written some time after that. */
const FOUND_MS = 'x-found-ms';
/** One answer’s name, which no other has. */
const REQUEST_ID = 'x-request-id';

/** @param foundMs when the API found it public, in milliseconds since the epoch */
export function keepable(response: Response, foundMs: number): Response {
  const copy = new Response(response.body, response);
  copy.headers.set(TOLD, response.headers.get('cache-control') ?? '');
  copy.headers.set(TOLD_VARY, response.headers.get('vary') ?? '');
  copy.headers.set(FOUND_MS, String(foundMs));
  copy.headers.delete(REQUEST_ID);
  copy.headers.delete('vary');
  copy.headers.set('cache-control', `public, s-maxage=${PUBLIC_SECONDS}`);
  return copy;
}

/** What is kept of a call and still to be told. The caller reads its body or cancels it. */
export async function freshOf(cache: EdgeCache, request: Request, nowMs: number): Promise<Response | null> {
  const kept = await cache.match(request);
  if (kept === undefined) return null;
  if (nowMs - Number(kept.headers.get(FOUND_MS)) < PUBLIC_SECONDS * 1_000) return kept;
  await kept.body?.cancel();
  return null;
}

/** As the API said it. Browsers keep asking, so that what they have is no older than what is here. */
export function told(kept: Response): Response {
  const copy = new Response(kept.body, kept);
  const [control, vary] = [kept.headers.get(TOLD), kept.headers.get(TOLD_VARY)];
  for (const name of [TOLD, TOLD_VARY, FOUND_MS, 'cf-cache-status', 'age', 'expires']) copy.headers.delete(name);
  if (control === null || control === '') copy.headers.delete('cache-control');
  else copy.headers.set('cache-control', control);
  if (vary !== null && vary !== '') copy.headers.set('vary', vary);
  return copy;
}

/** The same call by nobody, for all of what it asks for. */
export function byAnybody(request: Request, method: 'GET' | 'HEAD' = 'GET'): Request {
  const headers = new Headers(request.headers);
  for (const name of ['cookie', 'range', 'if-range', 'if-none-match', 'if-modified-since']) headers.delete(name);
  return new Request(request.url, { method, headers, signal: request.signal });
}
