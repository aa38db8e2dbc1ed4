/** Signing in and out, and who is signed in. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { localSignInForm } from '#shared/api/users.ts';
import { userSchema } from '#shared/entities/user.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import { inputSentence } from '#edge-api/middleware/input-sentence.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from '#edge-api/middleware/session-cookie.ts';
import { accountFor, ownProfile } from '#edge-api/services/accounts.ts';
import { endSession, openSession } from '#edge-api/services/sessions.ts';
import { ownPath } from './own-path.ts';
import { createRoutes, jsonReply, refuses } from './route-frame.ts';
import { noSignInPage, signInPage, signOutPage } from './sign-in-page.ts';

const htmlPage = { description: 'A page', content: { 'text/html': { schema: z.string() } } };
const elsewhere = { description: 'Goes on to another page' };

/** Every field as text, whatever is missing: the form's own schema judges it in the handler, which can draw the page again. */
const sentForm = z.object({
  email: z.string().default(''),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  next: z.string().optional(),
});

const getLogin = createRoute({
  method: 'get',
  path: '/api/login',
  request: { query: z.object({ next: z.string().optional() }) },
  responses: { 200: htmlPage, 503: htmlPage },
});

const postLogin = createRoute({
  method: 'post',
  path: '/api/login',
  request: { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: sentForm } } } },
  responses: { 303: elsewhere, 422: htmlPage, ...refuses('foreign_origin', 'not_found', 'invalid_input') },
});

const getLogout = createRoute({ method: 'get', path: '/api/logout', responses: { 200: htmlPage, 302: elsewhere } });

const postLogout = createRoute({
  method: 'post',
  path: '/api/logout',
  responses: { 204: { description: 'Signed out' }, 303: elsewhere, ...refuses('foreign_origin') },
});

export const authRoutes = (deps: Deps) => {
  const getUser = createRoute({
    method: 'get',
    path: '/api/auth/user',
    middleware: requireUser(deps),
    responses: { 200: jsonReply(userSchema, 'The person who is signed in'), ...refuses('unauthenticated') },
  });

  return createRoutes()
    .openapi(getUser, async (c) => c.json(await ownProfile(deps, c.var.userId), 200))
    .openapi(getLogin, (c) => {
      c.header('Cache-Control', 'no-store');
      const next = ownPath(c.req.valid('query').next);
      if (formProvider(deps) === null) return c.html(noSignInPage(), 503);
      return c.html(signInPage({ email: '', firstName: '', lastName: '', next }, null), 200);
    })
    .openapi(postLogin, async (c) => {
      const provider = formProvider(deps);
      if (provider === null) throw new AppError('not_found', 'This server has no sign-in form.');
      const sent = c.req.valid('form');
      const next = ownPath(sent.next);
      const form = localSignInForm.safeParse(sent);
      if (!form.success) {
        const problem = inputSentence(form.error.issues);
        if (!acceptsHtml(c)) throw new AppError('invalid_input', problem);
        return c.html(signInPage({ ...sent, next }, problem), 422);
      }
      await endOwnSession(c, deps);
      writeSessionCookie(c, deps.config, await openSession(deps, await accountFor(deps, provider.identify(form.data))));
      return c.redirect(next, 303);
    })
    .openapi(getLogout, async (c) => {
      c.header('Cache-Control', 'no-store');
      // A page elsewhere can make a browser ask for this; only the person's own step is taken at its word.
      if (!['same-origin', 'none'].includes(c.req.header('sec-fetch-site') ?? '')) return c.html(signOutPage(), 200);
      await leave(c, deps);
      return c.redirect('/landing', 302);
    })
    .openapi(postLogout, async (c) => {
      await leave(c, deps);
      return acceptsHtml(c) ? c.redirect('/landing', 303) : c.body(null, 204);
    });
};

function formProvider(deps: Pick<Deps, 'signIn'>) {
  return deps.signIn.find((provider) => provider.kind === 'form') ?? null;
}

async function leave(c: Context<AppEnv>, deps: Deps): Promise<void> {
  await endOwnSession(c, deps);
  clearSessionCookie(c, deps.config);
}

/** Ends the session that the request came with, if any. */
async function endOwnSession(c: Context<AppEnv>, deps: Deps): Promise<void> {
  const token = readSessionCookie(c, deps.config);
  if (token !== null) await endSession(deps, token);
}

function acceptsHtml(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('text/html');
}
