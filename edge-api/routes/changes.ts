/** Several changes in one call. */
import { createRoute } from '@hono/zod-openapi';
import { changesReply, changesRequest, type ChangesReply, type ChangesRequest } from '#shared/api/changes.ts';
import { historyHeaders } from '#shared/api/history.ts';
import { limits } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import { CHANGED_PROJECTS } from '#edge-api/public-cache.ts';
import { requireSession } from '#edge-api/middleware/session.ts';
import { createRoutes, jsonBody, jsonReply, refuses } from './route-frame.ts';

/** The app, which answers each change as if it had come alone. */
type App = { fetch(request: Request, env: unknown): Response | Promise<Response> };

export const changesRoutes = (deps: Deps, app: App) => {
  const make = createRoute({
    method: 'post',
    path: '/api/changes',
    // Each change counts for itself, and waits for its person's turn.
    middleware: requireSession(deps),
    request: { body: jsonBody(changesRequest) },
    responses: {
      200: jsonReply(
        changesReply,
        'What each change was answered, up to the first that was refused, or the last that there was time for',
      ),
      ...refuses('unauthenticated', 'foreign_origin', 'invalid_input'),
    },
  });

  return createRoutes().openapi(make, async (c) => {
    const replies: ChangesReply['replies'] = [];
    const began = deps.now();
    const changed = new Set<string>();
    let bytes = 0;
    for (const change of c.req.valid('json').changes) {
      const reply = await app.fetch(requestFor(change, c.req.raw), c.env);
      const wait = reply.headers.get('Retry-After');
      const body = await reply.text();
      replies.push({ status: reply.status, body, retryAfterSeconds: wait === null ? null : Number(wait) });
      bytes += body.length;
      const [, projectId] = /^\/api\/projects\/([^/]+)/.exec(change.path) ?? [];
      if (reply.ok && projectId !== undefined) changed.add(projectId);
      if (!reply.ok || bytes > limits.changesReplyBytes || deps.now() - began > limits.changesCallMs) break;
    }
    if (changed.size > 0) c.header(CHANGED_PROJECTS, [...changed].join(','));
    return c.json({ replies }, 200);
  });
};

/** As its browser would have sent it: with the cookies and the origin of the call that it came in. */
function requestFor(
  { method, path, body, key, ifMatch, madeOn }: ChangesRequest['changes'][number],
  outer: Request,
): Request {
  const headers = new Headers(outer.headers);
  for (const name of ['Content-Length', 'Content-Type', 'Content-Encoding', 'Transfer-Encoding']) headers.delete(name);
  headers.set('Idempotency-Key', key);
  setVersion(headers, 'If-Match', ifMatch);
  setVersion(headers, historyHeaders.madeOn, madeOn);
  if (body !== null) headers.set('Content-Type', 'application/json');
  return new Request(new URL(path, outer.url), { method, headers, body, signal: outer.signal });
}

function setVersion(headers: Headers, name: string, version: number | null): void {
  if (version === null) headers.delete(name);
  else headers.set(name, `"${version}"`);
}
