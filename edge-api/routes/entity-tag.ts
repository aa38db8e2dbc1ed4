/** Cheap repeats: a reply carries a tag, and a client that sends it back learns that nothing has changed. */
import type { Context } from 'hono';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { version } from '#edge-api/version.ts';
import { emptyReply } from './route-frame.ts';

/**
 * Sets the ETag of a reply and returns whether the client already has it. Then nothing has to be read.
 * @param mark changes with everything that the reply can show, and belongs to no other reply. Read it before the reply:
 * an older mark costs a needless reply, a newer one would hide a change
 */
export async function hasCurrent(c: Context, mark: readonly (string | number | null)[]): Promise<boolean> {
  const tag = `"${await sha256Hex(JSON.stringify([version, ...mark]))}"`;
  c.header('ETag', tag);
  return namesTag(c.req.header('if-none-match'), tag);
}

/** Documents the 304. */
export const notModified = { 304: emptyReply('Not changed since the client’s last request') };

/** Whether If-None-Match (RFC 9110, 13.1.2), a list of tags, weak or strong, or `*`, names a tag. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
