/** The API typed by its own routes: paths, bodies and replies are checked when the page is built. */
import { hc, type ClientResponse } from 'hono/client';
import type { z } from 'zod';
import type { AppType } from '#edge-api/app.ts';
import { readJson, sendRequest } from './client.ts';
import type { JsonOf, Reading } from './routes.ts';

type Send = (path: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A client of the API at some origin: `rpc.api.projects[':id'].$get({ param: { id } })`. */
export function createRpc(origin: string, fetch: Send) {
  return hc<AppType>(origin, { fetch });
}

/**
 * The client of this page's own API. Calls throw what `send` throws; replies are read through their schemas, like all
 * that comes from outside.
 */
export const rpc = createRpc('/', sendRequest);

/** A key for one press of a button: a repeat of the same request by the browser or a proxy does nothing twice. */
export function once(): { 'idempotency-key': string } {
  return { 'idempotency-key': crypto.randomUUID() };
}

/** What goes into a call beside its input: it can be given up. */
export function until(signal: AbortSignal | undefined): { init: RequestInit } {
  return { init: signal === undefined ? {} : { signal } };
}

/**
 * The JSON of a reply, through a schema for this route's replies.
 * @throws ZodError, and what `readJson` throws
 */
export async function readReply<Reply extends ClientResponse<unknown>, Schema extends z.ZodType>(
  reply: Reply,
  schema: Schema & Reading<Schema, JsonOf<Reply>>,
): Promise<z.output<Schema>> {
  return schema.parse(await readJson(reply));
}
