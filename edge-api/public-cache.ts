/**
 * What everybody may see, kept for a moment in the data center where somebody asked for it: pages of the showcase, public
 * projects, their clips and pictures (public-files.ts), and the faces of their authors. The API is asked for what is kept by
 * nobody in particular, so nothing of a person's own comes in, and who is signed in is answered from it like everybody else.
 */
import { byAnybody, freshOf, keepable, told, type EdgeCache } from './kept-answers.ts';
import { fromPublicFiles, type ReadBlob } from './public-files.ts';

const SHOWCASE_PATH = /^\/api\/showcase\/projects(\/|$)/;
const FILE_PATH = /^\/api\/media\/[0-9a-f]{64}(\/|$)/;
const LIST_PATH = '/api/showcase/projects';
/** What changes a project or publishes it, and what an operator unpublishes it by. */
const CHANGED_PROJECT = /^\/api\/(?:projects\/([^/]+)(?:\/|$)|showcase\/projects\/([^/]+)\/unpublish$)/;
/** Which projects a call of several changes has changed: ids between commas, in its answer. */
export const CHANGED_PROJECTS = 'Storyreel-Changed-Projects';
/** A page with more than that is none of ours. */
const KEPT_BYTES = 4_000_000;

/** Whether a call asks for nothing but what may be public, by an address that the API knows: any other would be kept beside it. */
export function mayBePublic(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return (
    request.method === 'GET' &&
    (SHOWCASE_PATH.test(pathname) || FILE_PATH.test(pathname)) &&
    [...searchParams.keys()].every((name) => name === 'after' && pathname === LIST_PATH) &&
    searchParams.size <= 1 &&
    !request.headers.has('authorization')
  );
}

export type CacheHost = {
  answer(request: Request): Promise<Response>;
  readBlob: ReadBlob;
  /** Work that may go on after the answer. */
  later(work: Promise<unknown>): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Says before it ends how long a stream will be, so that players are told. */
  ofLength(body: ReadableStream<Uint8Array>, sizeBytes: number): ReadableStream<Uint8Array>;
};

/** Answers from the cache, or by the API, whose answer is kept. */
export async function fromPublicCache(cache: EdgeCache, asked: Request, host: CacheHost): Promise<Response> {
  if (FILE_PATH.test(new URL(asked.url).pathname)) return fromPublicFiles(cache, asked, host);
  const address = new Request(asked.url);
  const kept = await freshOf(cache, conditional(asked), host.now());
  if (kept !== null) return told(kept);
  const foundMs = host.now();
  const reply = await host.answer(withoutSession(asked));
  const isKept =
    reply.status === 200 &&
    !reply.headers.has('set-cookie') &&
    Number(reply.headers.get('content-length') ?? 0) <= KEPT_BYTES;
  if (isKept) host.later(cache.put(address, keepable(reply.clone(), foundMs)));
  return reply;
}

/**
 * Whoever changes a project sees it so at once where they are, and not after some seconds as everybody else.
 * @param asked a call that was answered well
 * @param changed what its answer says that it has changed besides
 */
export async function forgetChanged(cache: EdgeCache, asked: Request, changed: string | null = null): Promise<void> {
  const { pathname, origin } = new URL(asked.url);
  const [, own, operators] = CHANGED_PROJECT.exec(pathname) ?? [];
  const ids = [own ?? operators, ...(changed?.split(',') ?? [])].filter((id) => id !== undefined);
  if (ids.length === 0 || ['GET', 'HEAD'].includes(asked.method)) return;
  const paths = [LIST_PATH, ...ids.map((id) => `${LIST_PATH}/${id}`)];
  await Promise.all(paths.map((path) => cache.delete(new Request(`${origin}${path}`))));
}

/** A cookie would only make it look like somebody's own. */
function withoutSession(request: Request): Request {
  if (!request.headers.has('cookie')) return request;
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  return new Request(request.url, { headers, signal: request.signal });
}

/** A cache says by itself that a client has what is there (304). */
function conditional(request: Request): Request {
  const tag = request.headers.get('if-none-match');
  return tag === null ? byAnybody(request) : new Request(request.url, { headers: { 'if-none-match': tag } });
}
