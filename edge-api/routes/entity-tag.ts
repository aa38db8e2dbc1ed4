/** Asking again at little cost: a reply carries a tag, and who brings the tag along is told that nothing has changed. */
import type { Context, MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { version } from '#edge-api/version.ts';

/**
 * Gives replies the hash of their body as ETag, and answers 304 to who has that one. It doesn't say who may keep a reply:
 * our own client keeps rows in a database of its own.
 */
export const tagReplies: MiddlewareHandler<AppEnv> = etag({
  retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id'],
});

/**
 * Whether the client has what a call would answer, told by the mark of the rows behind it: polls of what stays as it is
 * are answered before anything is read. Sets the reply's ETag where the client has it.
 * @param readMark asked for only when the client says what it has
 */
export async function hasCurrent(c: Context, readMark: () => Promise<string>): Promise<boolean> {
  const asked = c.req.header('if-none-match');
  return asked !== undefined && namesTag(asked, await tagByMark(c, await readMark()));
}

/** Sets the ETag of a reply that follows from rows with this mark, the path and this release alone. */
export async function tagByMark(c: Context, mark: string): Promise<string> {
  const tag = `"${await sha256Hex(JSON.stringify([version, c.req.path, mark]))}"`;
  c.header('ETag', tag);
  return tag;
}

/** Documents the 304. */
export const notModified = { 304: { description: 'The client has it as it is' } };

/** Whether If-None-Match (RFC 9110, 13.1.2), a list of tags, weak or strong, or `*`, names a tag. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
