/** Gives every request an id, so that an error shown to a person can be found in the log. */
import { createMiddleware } from 'hono/factory';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Deps } from '../deps.ts';
import { loggedAddress } from '../log.ts';
import type { AppEnv } from './app-env.ts';

/** Anybody can send others, and each would be a label of its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Reads are polled, so successful ones aren't logged. */
const quietMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function requestId(deps: Pick<Deps, 'now' | 'randomBytes' | 'log' | 'meters'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = deps.now();
    const id = uuidv7(started, deps.randomBytes(10));
    c.set('requestId', id);
    await next();
    c.res.headers.set('X-Request-Id', id);
    const { status } = c.res;
    const { method } = c.req;
    const labels = { method: methods.has(method) ? method : 'other', status: `${Math.floor(status / 100)}xx` };
    deps.meters.took('storyreel_http_request_seconds', labels, deps.now() - started);
    if (quietMethods.has(c.req.method) && status < 400) return;
    deps.log.info('request', {
      requestId: id,
      method: c.req.method,
      path: loggedAddress(c.req.path),
      status,
      durationMs: deps.now() - started,
    });
  });
}
