/** The API typed by its own routes: paths, bodies and replies are checked when the page is built. */
import { hc } from 'hono/client';
import type { AppType } from '#edge-api/app.ts';
import { sendRequest } from './client.ts';

type Send = (path: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A client of the API at some origin: `rpc.api.projects[':id'].$get({ param: { id } })`. */
export function createRpc(origin: string, fetch: Send) {
  return hc<AppType>(origin, { fetch });
}

/**
 * The client of this page's own API. Calls throw what `send` throws; replies are read through their schemas, like all
 * that comes from outside.
 * @public
 */
export const rpc = createRpc('/', sendRequest);
