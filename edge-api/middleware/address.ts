/** Limits the length of an address: parsing, matching, and logging it cost time in proportion. */
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { requestWords } from './words.ts';

export function limitAddress() {
  return createMiddleware(async (c, next) => {
    if (c.req.url.length > limits.addressLength)
      throw new AppError('address_too_long', requestWords.addressTooLong({ limit: limits.addressLength }));
    await next();
  });
}
