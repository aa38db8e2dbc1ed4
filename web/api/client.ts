/** Calls to the API: cookies go along, and failures come in one form. `rpc.ts` types them. */
import { callHeaders } from './call-headers.ts';
import { apiErrorOf, ApiError, OfflineError } from './errors.ts';
import { callWords } from './words.ts';

export { OfflineError } from './errors.ts';

/** A call whose address is known only when the page runs: the server has named it, or the outbox has kept it. */
export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the root. */
  path: string;
  /** JSON. */
  body?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

type Listener = () => void;
const sessionEndListeners = new Set<Listener>();

/** Is told whenever a call finds that nobody is signed in any more. Answers how to stop listening. */
export function onSessionEnd(listener: Listener): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

/**
 * One call, with the reply as it came.
 * @throws ApiError for a reply that is not OK, OfflineError when none came, AbortError
 */
export async function send({ path, ...init }: Call): Promise<Response> {
  return sendRequest(path, init);
}

/** As `send`, in the form of `fetch`: for the typed client. */
export async function sendRequest(path: string | URL | Request, init?: RequestInit): Promise<Response> {
  return okOrThrow(await reachRequest(path, init));
}

/**
 * The same, but a reply that is not OK is an answer too. It ends nobody's session.
 * @param own what the page's calls carry
 * @throws OfflineError, AbortError
 */
export async function reachRequest(
  path: string | URL | Request,
  init: RequestInit = {},
  own: typeof callHeaders = callHeaders,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', ...(await own(init.method ?? 'GET')) });
  new Headers(init.headers).forEach((value, name) => headers.set(name, value));
  try {
    return await fetch(path, { ...init, headers, credentials: 'include' });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new OfflineError(error);
  }
}

/** @throws ApiError for a reply that is not OK, which may end the session */
export async function okOrThrow(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  const error = await apiErrorOf(reply);
  if (error.status === 401) for (const listener of sessionEndListeners) listener();
  throw error;
}

/** What a GET brought: its JSON, its ETag, and the path of the list's next page (RFC 8288), both null when there is none. */
export type Tagged = { body: unknown; tag: string | null; next: string | null };

/**
 * A GET that says what is known already. Null when the server answers that nothing has changed since (304).
 * @param known the ETag of an earlier reply; null asks for the whole
 * @throws what `send` throws
 */
export async function requestUnlessKnown(
  path: string,
  known: string | null,
  signal?: AbortSignal,
): Promise<Tagged | null> {
  const condition = known === null ? {} : { headers: { 'If-None-Match': known } };
  const reply = await reachRequest(path, { ...condition, ...(signal && { signal }) });
  if (reply.status === 304) return null;
  const { headers } = await okOrThrow(reply);
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? null;
  return { body: await readJson(reply), tag: headers.get('ETag'), next };
}

/** The JSON of a reply; null when it has none (204). @throws ApiError when it is something else, OfflineError when it breaks off */
export async function readJson(reply: Response): Promise<unknown> {
  if (reply.status === 204) return null;
  const isJson = reply.headers.get('Content-Type')?.includes('json') ?? false;
  if (!isJson) throw new ApiError(reply.status, callWords.notJson);
  return readBody(reply);
}

async function readBody(reply: Response): Promise<unknown> {
  try {
    return await reply.json();
  } catch (error) {
    if (error instanceof SyntaxError || isAbort(error)) throw error;
    throw new OfflineError(error);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
