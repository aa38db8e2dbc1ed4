/**
 * What everybody may see, kept for a moment in the data center where somebody asked for it: pages of the showcase, public
 * projects, and their clips and pictures. Only calls without a session are answered from it, so nothing of a person's own
 * comes in. A cache can't be told to forget in every data center at once, so it keeps nothing for long: what is
 * unpublished is gone everywhere after these seconds, and at once for everybody who is signed in.
 */
export const PUBLIC_SECONDS = 20;

/** What is used of the platform's cache. */
export type EdgeCache = {
  match(request: Request): Promise<Response | undefined>;
  put(request: Request, response: Response): Promise<void>;
};

const PUBLIC_PATH = /^\/api\/(showcase\/projects|media\/[0-9a-f]{64})(\/|$)/;
/** Larger files come from the bucket each time. */
const KEPT_BYTES = 64_000_000;
/** What browsers are told stands here while the cache is told something else. */
const TOLD = 'x-told-cache-control';
const TOLD_VARY = 'x-told-vary';

/** Whether a call asks for nothing but what is public. */
export function mayBePublic(request: Request): boolean {
  return (
    request.method === 'GET' &&
    PUBLIC_PATH.test(new URL(request.url).pathname) &&
    !request.headers.has('cookie') &&
    !request.headers.has('authorization')
  );
}

/**
 * Answers from the cache, or by the API, whose answer is kept. A file is asked for once more to keep it: a cache takes no
 * parts, though it answers them, and a stream that is read twice at different speeds is held in memory.
 * @param later work that may go on after the answer
 */
export async function fromPublicCache(
  cache: EdgeCache,
  request: Request,
  answer: (request: Request) => Promise<Response>,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const kept = await cache.match(request);
  if (kept !== undefined) return told(kept);
  const whole = new Request(request.url, { headers: onlyWhole(request.headers) });
  const keep = async (response: Response): Promise<void> => {
    const isKept =
      response.status === 200 &&
      !response.headers.has('set-cookie') &&
      Number(response.headers.get('content-length') ?? 0) <= KEPT_BYTES;
    if (!isKept) await response.body?.cancel();
    else await cache.put(new Request(request.url), keepable(response));
  };
  const reply = await answer(request);
  const isFile = reply.headers.has('accept-ranges');
  if (isFile && (reply.status === 200 || reply.status === 206)) later(answer(whole).then(keep));
  else if (reply.status === 200) later(keep(reply.clone()));
  return reply;
}

function onlyWhole(headers: Headers): Headers {
  const others = new Headers(headers);
  for (const name of ['range', 'if-range', 'if-none-match', 'if-modified-since']) others.delete(name);
  return others;
}

function keepable(response: Response): Response {
  const copy = new Response(response.body, response);
  copy.headers.set(TOLD, response.headers.get('cache-control') ?? '');
  copy.headers.set(TOLD_VARY, response.headers.get('vary') ?? '');
  copy.headers.delete('vary');
  copy.headers.set('cache-control', `public, s-maxage=${PUBLIC_SECONDS}`);
  return copy;
}

/** As the API said it. Browsers keep asking, so that what they have is no older than what is here. */
function told(kept: Response): Response {
  const copy = new Response(kept.body, kept);
  const [control, vary] = [kept.headers.get(TOLD), kept.headers.get(TOLD_VARY)];
  for (const name of [TOLD, TOLD_VARY, 'cf-cache-status', 'age', 'expires']) copy.headers.delete(name);
  if (control === null || control === '') copy.headers.delete('cache-control');
  else copy.headers.set('cache-control', control);
  if (vary !== null && vary !== '') copy.headers.set('vary', vary);
  return copy;
}
