/** Asking again at little cost: a reply carries a tag, and who brings the tag along is told that nothing has changed. */
import type { MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';

/**
 * Gives replies the hash of their body as ETag, and answers 304 to who has that one. It doesn't say who may keep a reply:
 * our own client keeps rows in a database of its own.
 */
export const tagReplies: MiddlewareHandler<AppEnv> = etag({
  retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id'],
});

/** Documents the 304. */
export const notModified = { 304: { description: 'The client has it as it is' } };

/** Whether If-None-Match (RFC 9110, 13.1.2), a list of tags, weak or strong, or `*`, names a tag. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
