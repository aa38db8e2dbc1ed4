/** Calls to the API: cookies go along, failures come in one form, and every reply is read through its schema. */
import type { z } from 'zod';
import { changeHeaders } from './change-headers.ts';
import { apiErrorOf, ApiError, OfflineError } from './errors.ts';
import { callWords } from './words.ts';

export { OfflineError } from './errors.ts';

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** From the root: `/api/projects`. */
  path: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is; its type goes into `headers`. */
  body?: BodyInit;
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
export async function send(call: Call): Promise<Response> {
  return okOrThrow(await reach(call));
}

/** As `send`, in the form of `fetch`: for the typed client. */
export async function sendRequest(path: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(await changeHeaders(init.method ?? 'GET'))) headers.set(name, value);
  return okOrThrow(await fetchOrOffline(path, { ...init, headers, credentials: 'include' }));
}

async function okOrThrow(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  const error = await apiErrorOf(reply);
  if (error.status === 401) for (const listener of sessionEndListeners) listener();
  throw error;
}

/**
 * One call, with the JSON of its reply.
 * @throws what `send` throws, and ZodError for a reply of another shape
 */
export async function request<T>(call: Call, schema: z.ZodType<T>): Promise<T> {
  const reply = await send(call);
  return schema.parse(await readJson(reply));
}

/**
 * As `request`, but a reply that is not OK is an answer too: its status. It ends nobody's session.
 * @throws OfflineError, AbortError, ZodError
 */
export async function requestOrStatus<T>(
  call: Call,
  schema: z.ZodType<T>,
): Promise<{ ok: true; value: T } | { ok: false; status: number }> {
  const reply = await reach(call);
  if (reply.ok) return { ok: true, value: schema.parse(await readJson(reply)) };
  await reply.body?.cancel();
  return { ok: false, status: reply.status };
}

/** What a GET brought: its JSON, its ETag, and the path of the list's next page (RFC 8288), both null when there is none. */
export type Tagged = { body: unknown; tag: string | null; next: string | null };

/**
 * A GET that says what is known already. Null when the server answers that nothing has changed since (304).
 * @param known the ETag of an earlier reply; null asks for the whole
 * @throws what `send` throws
 */
export async function requestUnlessKnown(call: Call, known: string | null): Promise<Tagged | null> {
  const reply = await reach(known === null ? call : { ...call, headers: { ...call.headers, 'If-None-Match': known } });
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

async function reach({ method = 'GET', path, json, body, headers, signal }: Call): Promise<Response> {
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: { Accept: 'application/json', ...(await changeHeaders(method)), ...headers },
  };
  if (json !== undefined) {
    init.body = JSON.stringify(json);
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
  } else if (body !== undefined) {
    init.body = body;
  }
  if (signal) init.signal = signal;
  return fetchOrOffline(path, init);
}

async function fetchOrOffline(path: string | URL | Request, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new OfflineError(error);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
