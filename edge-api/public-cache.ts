/**
 * What everybody may see, kept for a moment in the data center where somebody asked for it: pages of the showcase, public
 * projects, and their clips and pictures. Only calls without a session are answered from it (and authors' faces, which are
 * asked for without it), so nothing of a person's own comes in. A cache can't be told to forget in every data center at once, so it keeps nothing for long: what is
 * unpublished is gone everywhere after these seconds, and at once for everybody who is signed in.
 */
export const PUBLIC_SECONDS = 20;

/** What is used of the platform's cache. */
export type EdgeCache = {
  match(request: Request): Promise<Response | undefined>;
  put(request: Request, response: Response): Promise<void>;
};

const PUBLIC_PATH = /^\/api\/(showcase\/projects|media\/[0-9a-f]{64})(\/|$)/;
const LIST_PATH = '/api/showcase/projects';
/** The face of a public movie's author is the same for everybody, whoever asks. */
const FACE_PATH = /^\/api\/showcase\/projects\/[^/]+\/avatar$/;
/** Larger files come from the bucket each time. */
const KEPT_BYTES = 64_000_000;
/** What browsers are told stands here while the cache is told something else. */
const TOLD = 'x-told-cache-control';
const TOLD_VARY = 'x-told-vary';
/** When the API found it public, in milliseconds since the epoch: a large file is kept some seconds after that. */
const FOUND_MS = 'x-found-ms';
/** One answer’s name, which no other has. */
const REQUEST_ID = 'x-request-id';

/** Whether a call asks for nothing but what is public, by an address that the API knows: any other would be kept beside it. */
export function mayBePublic(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return (
    request.method === 'GET' &&
    PUBLIC_PATH.test(pathname) &&
    [...searchParams.keys()].every((name) => name === 'after' && pathname === LIST_PATH) &&
    searchParams.size <= 1 &&
    (!request.headers.has('cookie') || FACE_PATH.test(pathname)) &&
    !request.headers.has('authorization')
  );
}

/** The same call by nobody: a cookie would only make it look like somebody's own. */
function withoutSession(request: Request): Request {
  if (!request.headers.has('cookie')) return request;
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  return new Request(request.url, { headers, signal: request.signal });
}

/**
 * Answers from the cache, or by the API, whose answer is kept. A file is asked for once more to keep it: a cache takes no
 * parts, though it answers them, and a stream that is read twice at different speeds is held in memory.
 * @param later work that may go on after the answer
 * @param now milliseconds since the epoch
 */
export async function fromPublicCache(
  cache: EdgeCache,
  asked: Request,
  {
    answer,
    later,
    now,
  }: {
    answer: (request: Request) => Promise<Response>;
    later: (work: Promise<unknown>) => void;
    now: () => number;
  },
): Promise<Response> {
  const request = withoutSession(asked);
  const kept = await cache.match(request);
  if (kept !== undefined) {
    if (now() - Number(kept.headers.get(FOUND_MS)) < PUBLIC_SECONDS * 1_000) return told(kept);
    await kept.body?.cancel();
  }
  const whole = new Request(request.url, { headers: onlyWhole(request.headers) });
  const keep = async (response: Response, foundMs: number): Promise<void> => {
    const isKept =
      response.status === 200 &&
      !response.headers.has('set-cookie') &&
      Number(response.headers.get('content-length') ?? 0) <= KEPT_BYTES;
    if (!isKept) await response.body?.cancel();
    else await cache.put(new Request(request.url), keepable(response, foundMs));
  };
  const keepWhole = async (): Promise<void> => {
    const foundMs = now();
    if (foundMs - (beingKept.get(request.url) ?? -Infinity) < LONGEST_KEEPING_MS) return;
    beingKept.set(request.url, foundMs);
    try {
      await keep(await answer(whole), foundMs);
    } finally {
      beingKept.delete(request.url);
    }
  };
  const foundMs = now();
  const reply = await answer(request);
  const isFile = reply.headers.has('accept-ranges');
  if (isFile && (reply.status === 200 || reply.status === 206)) later(keepWhole());
  else if (reply.status === 200) later(keep(reply.clone(), foundMs));
  return reply;
}

/** Since when this isolate is reading a file to keep it, by address: once is enough for all who ask meanwhile. */
const beingKept = new Map<string, number>();
/** The platform may end it before, without a word. */
const LONGEST_KEEPING_MS = 60_000;

function onlyWhole(headers: Headers): Headers {
  const others = new Headers(headers);
  for (const name of ['range', 'if-range', 'if-none-match', 'if-modified-since']) others.delete(name);
  return others;
}

function keepable(response: Response, foundMs: number): Response {
  const copy = new Response(response.body, response);
  copy.headers.set(TOLD, response.headers.get('cache-control') ?? '');
  copy.headers.set(TOLD_VARY, response.headers.get('vary') ?? '');
  copy.headers.set(FOUND_MS, String(foundMs));
  copy.headers.delete(REQUEST_ID);
  copy.headers.delete('vary');
  copy.headers.set('cache-control', `public, s-maxage=${PUBLIC_SECONDS}`);
  return copy;
}

/** As the API said it. Browsers keep asking, so that what they have is no older than what is here. */
function told(kept: Response): Response {
  const copy = new Response(kept.body, kept);
  const [control, vary] = [kept.headers.get(TOLD), kept.headers.get(TOLD_VARY)];
  for (const name of [TOLD, TOLD_VARY, FOUND_MS, 'cf-cache-status', 'age', 'expires']) copy.headers.delete(name);
  if (control === null || control === '') copy.headers.delete('cache-control');
  else copy.headers.set('cache-control', control);
  if (vary !== null && vary !== '') copy.headers.set('vary', vary);
  return copy;
}
