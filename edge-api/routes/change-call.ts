/** A changing call as the services take it. */
import type { ChangeCall } from '#edge-api/services/change-once.ts';

/** As `changeHeaders` and `onceHeaders` leave them. */
type Headers = { 'idempotency-key'?: string | undefined; 'if-match'?: string | undefined };

/** The part of Hono's context that says who asks for what. */
type Asked = { req: { method: string; path: string }; var: { userId: string } };

/**
 * Two calls ask for the same when method, path, seen version and body are equal.
 * @param body the parsed body; null when it says nothing
 */
export function changeCall(asked: Asked, headers: Headers, body: unknown): ChangeCall {
  const ifMatch = headers['if-match'] === undefined ? null : Number(headers['if-match'].replaceAll('"', ''));
  return {
    userId: asked.var.userId,
    key: headers['idempotency-key'] ?? null,
    ifMatch,
    fingerprint: JSON.stringify([asked.req.method, asked.req.path, ifMatch, body]),
  };
}
