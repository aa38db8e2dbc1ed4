/** Profile pictures, by proxy. */
import { createRoute } from '@hono/zod-openapi';
import type { Deps } from '../deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { authorAvatar, ownAvatar, type Avatar, avatarsOnTheWay } from '#edge-api/services/avatars.ts';
import { createRoutes, fileReply, idParam, refuses } from './route-frame.ts';

const picture = { 200: fileReply('The picture', 'image/*') };

export const avatarRoutes = (deps: Deps) => {
  const onTheWay = avatarsOnTheWay();
  // A page of the showcase asks for sixty at once: counting them in the database would cost more than fetching them.
  const limit = limitRate({ ...deps, rateBuckets: deps.visitBuckets }, 'avatar');
  const own = createRoute({
    method: 'get',
    path: '/api/user/avatar',
    middleware: [requireUser(deps), limit] as const,
    responses: { ...picture, ...refuses('unauthenticated', 'not_found', 'rate_limited', 'provider_failed') },
  });
  const author = createRoute({
    method: 'get',
    path: '/api/showcase/projects/{id}/avatar',
    middleware: limit,
    request: { params: idParam },
    responses: { ...picture, ...refuses('not_found', 'private', 'rate_limited', 'provider_failed') },
  });

  return createRoutes()
    .openapi(own, async (c) => pictureResponse(await ownAvatar({ ...deps, onTheWay }, c.var.userId)))
    .openapi(author, async (c) => pictureResponse(await authorAvatar({ ...deps, onTheWay }, c.req.valid('param').id)));
};

/** Cached by the browser for a while, because each request goes to the provider. */
function pictureResponse({ bytes, contentType }: Avatar): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'private, max-age=600',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Cookie',
    },
  });
}
