/** How large a body may be, and that its type is named. */
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { requestWords } from './words.ts';

const bodiless = new Set(['GET', 'HEAD']);

/** Refuses a body that is larger than its path may have, whether it says its length or not. */
export function limitBody() {
  const json = bodyLimit({
    maxSize: limits.jsonBodyBytes,
    onError: () => tooLarge(limits.jsonBodyBytes / 1024, 'KiB'),
  });
  const picture = bodyLimit({ maxSize: limits.frameBytes, onError: () => tooLarge(limits.frameBytes / 1000, 'kB') });
  return createMiddleware((c, next) => {
    // To ask a request for its body makes Node build a whole one; these have none.
    if (bodiless.has(c.req.method)) return next();
    return c.req.path.startsWith('/api/media/') ? picture(c, next) : json(c, next);
  });
}

/** A content type without a body says nothing: it is taken off, so that an empty request is judged as an empty one. */
export function ignoreTypeOfNothing() {
  return createMiddleware(async (c, next) => {
    if (c.req.header('content-type') !== undefined && !hasBody(c)) {
      const headers = new Headers(c.req.raw.headers);
      headers.delete('content-type');
      c.req.raw = new Request(c.req.url, { method: c.req.method, headers, signal: c.req.raw.signal });
    }
    await next();
  });
}

function hasBody(c: Context): boolean {
  return !bodiless.has(c.req.method) && c.req.header('content-length') !== '0' && c.req.raw.body !== null;
}

function tooLarge(limit: number, unit: 'kB' | 'KiB'): never {
  throw new AppError('too_large', requestWords.largerThan({ limit, unit }));
}
