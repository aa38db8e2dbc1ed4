/** Limits the size of a body and requires its type. */
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { requestWords } from './words.ts';

const bodiless = new Set(['GET', 'HEAD']);

/** A part of an own file. */
const UPLOAD_PART = /^\/api\/uploads\/[^/]+\/parts\/[^/]+$/;
/** A version of a project. */
const VERSIONS = /^\/api\/projects\/[^/]+\/versions$/;
/** A part of a movie that an export service wrote, and its orders: a receipt has a line for each part of a movie. */
const EXPORT_SERVICE = /^\/api\/export-service(\/exports\/[^/]+\/parts\/[^/]+)?$/;
/** A character's own picture. */
const OWN_PICTURE = /^\/api\/projects\/[^/]+\/characters\/[^/]+\/picture$/;

/** Refuses a body over its path's limit, with or without a declared length. */
export function limitBody() {
  const json = bodyLimit({
    maxSize: limits.jsonBodyBytes,
    onError: () => tooLarge(limits.jsonBodyBytes / 1024, 'KiB'),
  });
  const picture = bodyLimit({ maxSize: limits.frameBytes, onError: () => tooLarge(limits.frameBytes / 1000, 'kB') });
  const text = bodyLimit({
    maxSize: limits.exportPictureBytes,
    onError: () => tooLarge(limits.exportPictureBytes / 1000, 'kB'),
  });
  const own = bodyLimit({
    maxSize: limits.referencePictureBytes,
    onError: () => tooLarge(limits.referencePictureBytes / 1_000_000, 'MB'),
  });
  const part = bodyLimit({
    maxSize: limits.uploadPartBytes,
    onError: () => tooLarge(limits.uploadPartBytes / 1024, 'KiB'),
  });
  const version = bodyLimit({
    maxSize: limits.versionBytes,
    onError: () => tooLarge(limits.versionBytes / 1000, 'kB'),
  });
  return createMiddleware((c, next) => {
    // Reading `body` makes Node build a full request; these have none.
    if (bodiless.has(c.req.method)) return next();
    if (c.req.method === 'PUT' && c.req.path.startsWith('/api/export-pictures/')) return text(c, next);
    if (c.req.method === 'POST' && VERSIONS.test(c.req.path)) return version(c, next);
    if (c.req.method === 'PUT' && UPLOAD_PART.test(c.req.path)) return part(c, next);
    if (EXPORT_SERVICE.test(c.req.path)) return part(c, next);
    if (c.req.method === 'PUT' && OWN_PICTURE.test(c.req.path)) return own(c, next);
    return c.req.path.startsWith('/api/media/') ? picture(c, next) : json(c, next);
  });
}

/** Removes the content type of an empty request, so that it's treated as empty. */
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

function tooLarge(limit: number, unit: 'kB' | 'KiB' | 'MB'): never {
  throw new AppError('too_large', requestWords.largerThan({ limit, unit }));
}
