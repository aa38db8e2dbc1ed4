/** Replies only under the server's own names, so that a foreign name pointed at this machine opens nothing. */
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { requestWords } from './words.ts';

/** Asked by load balancers, under whatever address they have of this machine. It tells nothing that is anybody’s. */
const UNDER_ANY_NAME = '/api/health/ready';

export function ownHostOnly({ hosts }: OwnAddresses) {
  return createMiddleware(async (c, next) => {
    if (!hosts.has(new URL(c.req.url).host) && c.req.path !== UNDER_ANY_NAME)
      throw new AppError('wrong_host', requestWords.wrongHost);
    await next();
  });
}
