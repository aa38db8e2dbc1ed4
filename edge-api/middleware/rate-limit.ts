/** Refuses who asks too often (429, with the time to wait). */
import { createMiddleware } from 'hono/factory';
import type { Deps } from '../deps.ts';
import { countCall, type LimitedAction } from '#edge-api/services/rate-limit.ts';
import type { HostBindings } from './app-env.ts';
import { clientAddress } from './client-address.ts';

type LimitEnv = { Bindings: HostBindings; Variables: { userId?: string } };

/** Counts a call by its address, and behind `requireUser` by the person, too. */
export function limitRate(deps: Pick<Deps, 'config' | 'rateLimits' | 'rateBuckets' | 'now'>, action: LimitedAction) {
  return createMiddleware<LimitEnv>(async (c, next) => {
    // A host of another kind, such as a test, may hand over no bindings at all.
    const host: Partial<HostBindings> | undefined = c.env;
    const connection = {
      remoteAddress: host?.remoteAddress ?? null,
      forwardedFor: c.req.header('x-forwarded-for') ?? null,
    };
    await countCall(deps, action, {
      userId: c.get('userId') ?? null,
      address: clientAddress(connection, deps.config),
    });
    await next();
  });
}
