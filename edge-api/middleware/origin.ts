/**
 * Only our own pages may make changes. Browsers say where a request comes from (Fetch Metadata, Origin); other clients
 * have to send our origin in an `Origin` header.
 */
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { requestWords } from './words.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function ownOriginOnly({ origins }: OwnAddresses) {
  return createMiddleware(async (c, next) => {
    if (
      !safeMethods.has(c.req.method) &&
      c.req.header('sec-fetch-site') !== 'same-origin' &&
      !origins.has(c.req.header('origin') ?? '')
    ) {
      throw new AppError('foreign_origin', requestWords.foreignOrigin);
    }
    await next();
  });
}
