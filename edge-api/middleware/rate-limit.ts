/** Refuses too many requests (429, with the time to wait). */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Deps } from '../deps.ts';
import { countCall, type LimitedAction } from '#edge-api/services/rate-limit.ts';
import type { AppEnv, HostBindings } from './app-env.ts';
import { clientAddress } from './client-address.ts';

type LimitDeps = Pick<Deps, 'config' | 'rateLimits' | 'rateBuckets' | 'now'>;

/** Counts a call by address, and after `requireUser` also by person. */
export function limitRate(deps: LimitDeps, action: LimitedAction) {
  return createMiddleware<AppEnv & { Variables: { userId?: string } }>(async (c, next) => {
    await countCaller(c, deps, action, c.get('userId'));
    await next();
  });
}

/** Counts the file of a visitor, whoever is signed in is counted already. Where it stands, the viewer is known. */
export function limitVisitors(deps: Pick<Deps, 'config' | 'rateLimits' | 'visitBuckets' | 'now'>) {
  return createMiddleware<AppEnv & { Variables: { viewerId: string | null } }>(async (c, next) => {
    if (c.get('viewerId') === null) await countCaller(c, { ...deps, rateBuckets: deps.visitBuckets }, 'publicFile');
    await next();
  });
}

/**
 * The same within a handler, for a call that costs something only sometimes.
 * @throws AppError `rate_limited`
 */
export function countCaller(c: Context, deps: LimitDeps, action: LimitedAction, userId?: string): Promise<void> {
  // Other hosts, such as tests, may pass no bindings at all.
  const host: Partial<HostBindings> | undefined = c.env;
  const connection = {
    remoteAddress: host?.remoteAddress ?? null,
    forwardedFor: c.req.header('x-forwarded-for') ?? null,
  };
  return countCall(deps, action, { userId: userId ?? null, address: clientAddress(connection, deps.config) });
}
