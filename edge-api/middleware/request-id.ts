/** Names every request, so that what a person is told can be found in the log. */
import { createMiddleware } from 'hono/factory';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from './app-env.ts';

export function requestId(deps: Pick<Deps, 'now' | 'randomBytes' | 'log'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = deps.now();
    const id = uuidv7(started, deps.randomBytes(10));
    c.set('requestId', id);
    await next();
    c.header('X-Request-Id', id);
    deps.log.info('request', { requestId: id, method: c.req.method, path: c.req.path, status: c.res.status, durationMs: deps.now() - started });
  });
}
