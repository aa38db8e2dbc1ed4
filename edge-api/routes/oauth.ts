/** To a sign-in provider and back. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import { clearFlowCookie, readFlowCookie, writeFlowCookie } from '#edge-api/middleware/flow-cookie.ts';
import { countCaller } from '#edge-api/middleware/rate-limit.ts';
import { startSession } from '#edge-api/middleware/session.ts';
import { beginSignIn, finishSignIn } from '#edge-api/services/sign-in-flow.ts';
import { failurePage, refusalAsPage } from './oauth-failure.ts';
import { ownPath } from './own-path.ts';
import { createRoutes, emptyReply, refuses } from './route-frame.ts';
import { routeWords } from './words.ts';

export type RedirectProvider = Extract<Deps['signIn'][number], { kind: 'redirect' }>;

const elsewhere = emptyReply('A redirect to another page');
const htmlPage = { ...emptyReply('A page'), content: { 'text/html': { schema: z.string() } } };

/** Both calls are a browser's navigations, so a person reads what went wrong on a page. */
const replies = { 302: elsewhere, 400: htmlPage, 403: htmlPage, 502: htmlPage, 504: htmlPage };
const providerParam = z.object({ provider: z.string().regex(/^[a-z]{1,16}$/) });
const text = z.string().optional();

const begin = createRoute({
  method: 'get',
  path: '/api/login/{provider}',
  middleware: refusalAsPage(),
  request: { params: providerParam, query: z.object({ next: text }) },
  responses: { ...replies, ...refuses('not_found', 'rate_limited') },
});

const comeBack = createRoute({
  method: 'get',
  path: '/api/login/{provider}/callback',
  middleware: refusalAsPage(),
  request: { params: providerParam, query: z.object({ state: text, code: text, iss: text, error: text }) },
  responses: { ...replies, ...refuses('not_found', 'sign_in_closed') },
});

export const oauthRoutes = (deps: Deps) =>
  createRoutes()
    .openapi(begin, (c) =>
      goToProvider(c, deps, findProvider(deps, c.req.valid('param').provider), ownPath(c.req.valid('query').next)),
    )
    .openapi(comeBack, async (c) => {
      c.header('Cache-Control', 'no-store');
      const provider = findProvider(deps, c.req.valid('param').provider);
      const query = c.req.valid('query');
      const flow = readFlowCookie(c, deps.config);
      // A reply to another flow must not end this one: anyone can send a browser here.
      if (flow?.state === query.state) clearFlowCookie(c, deps.config);
      const finished = await finishSignIn(deps, provider, flow, query);
      if (!finished.ok) return failurePage(c, deps, provider, finished, ownPath(flow?.next));
      await startSession(c, deps, finished.userId);
      return c.redirect(ownPath(finished.next), 302);
    });

/**
 * Sends a browser to a provider. Limited by address, because the server makes requests and writes before it knows the
 * person.
 */
export async function goToProvider(c: Context<AppEnv>, deps: Deps, provider: RedirectProvider, next: string) {
  c.header('Cache-Control', 'no-store');
  // Cookies belong to a host, and the provider returns people to only one of this server's names.
  const here = new URL(c.req.url);
  if (here.host !== new URL(deps.config.publicUrl).host)
    return c.redirect(`${deps.config.publicUrl}${here.pathname}?${new URLSearchParams({ next }).toString()}`, 302);
  await countCaller(c, deps, 'signIn');
  const begun = await beginSignIn(deps, provider, next);
  if (!begun.ok) return failurePage(c, deps, provider, begun, next);
  writeFlowCookie(c, deps.config, begun.flow);
  return c.redirect(begun.url.href, 302);
}

function findProvider(deps: Pick<Deps, 'signIn'>, id: string): RedirectProvider {
  const provider = deps.signIn.find((one) => one.kind === 'redirect' && one.id === id);
  if (provider?.kind !== 'redirect') throw new AppError('not_found', routeWords.noSuchSignIn);
  return provider;
}
