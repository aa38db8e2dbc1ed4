/** The API typed by its own routes: paths, bodies and replies are checked when the page is built. */
import { hc } from 'hono/client';
import type { AppType } from '#edge-api/app.ts';
import { sendRequest } from './client.ts';

/**
 * `rpc.api.projects[':id'].$get({ param: { id } })`. Calls throw what `send` throws; replies are read through their
 * schemas, like all that comes from outside.
 * @public
 */
export const rpc = hc<AppType>('/', { fetch: sendRequest });
