/** Replies only under the server's own names, so that a foreign name pointed at this machine opens nothing. */
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { requestWords } from './words.ts';

export function ownHostOnly({ hosts }: OwnAddresses) {
  return createMiddleware(async (c, next) => {
    if (!hosts.has(new URL(c.req.url).host)) throw new AppError('wrong_host', requestWords.wrongHost);
    await next();
  });
}
