/** Sign-in, sign-out, and the current user. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { localSignInForm } from '#shared/api/users.ts';
import { userSchema } from '#shared/entities/user.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { inputSentence } from '#edge-api/middleware/input-sentence.ts';
import { leaveSession, requireUser, startSession } from '#edge-api/middleware/session.ts';
import { accountFor, ownProfile } from '#edge-api/services/accounts.ts';
import { goToProvider, oauthRoutes } from './oauth.ts';
import { acceptsHtml, refusalAsPage } from './oauth-failure.ts';
import { ownPath } from './own-path.ts';
import { createRoutes, emptyReply, jsonReply, refuses } from './route-frame.ts';
import { noSignInPage, signInPage, signOutPage, type WaysIn } from './sign-in-page.ts';
import { routeWords } from './words.ts';

const htmlPage = { ...emptyReply('A page'), content: { 'text/html': { schema: z.string() } } };
const elsewhere = emptyReply('A redirect to another page');

const emptyForm = { email: '', firstName: '', lastName: '' };

/**
 * Every field as optional text: the handler validates it with the form's own schema, so that it can show the page
 * again.
 */
const sentForm = z.object({
  email: z.string().default(''),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  next: z.string().optional(),
});

const getLogin = createRoute({
  method: 'get',
  path: '/api/login',
  middleware: refusalAsPage(),
  request: { query: z.object({ next: z.string().optional() }) },
  responses: { 200: htmlPage, 302: elsewhere, 502: htmlPage, 503: htmlPage, 504: htmlPage, ...refuses('rate_limited') },
});

const postLogin = createRoute({
  method: 'post',
  path: '/api/login',
  middleware: refusalAsPage(),
  request: { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: sentForm } } } },
  responses: {
    303: elsewhere,
    403: htmlPage,
    404: htmlPage,
    422: htmlPage,
    ...refuses('foreign_origin', 'sign_in_closed', 'not_found', 'invalid_input'),
  },
});

const getLogout = createRoute({ method: 'get', path: '/api/logout', responses: { 200: htmlPage, 302: elsewhere } });

const postLogout = createRoute({
  method: 'post',
  path: '/api/logout',
  responses: { 204: emptyReply('Signed out'), 303: elsewhere, ...refuses('foreign_origin') },
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
      const [only, ...others] = deps.signIn;
      if (only === undefined) return c.html(noSignInPage(), 503);
      if (only.kind === 'redirect' && others.length === 0) return goToProvider(c, deps, only, next);
      const problem = formProvider(deps) !== null && isForwarded(c) ? routeWords.forwardedSignIn : null;
      return c.html(signInPage(waysIn(deps), { ...emptyForm, next }, problem), 200);
    })
    .openapi(postLogin, async (c) => {
      const provider = formProvider(deps);
      if (provider === null) throw new AppError('not_found', routeWords.noSignInForm);
      if (isForwarded(c)) throw new AppError('foreign_origin', routeWords.forwardedSignIn);
      const sent = c.req.valid('form');
      const next = ownPath(sent.next);
      const form = localSignInForm.safeParse(sent);
      if (!form.success) {
        const problem = inputSentence(form.error.issues);
        if (!acceptsHtml(c)) throw new AppError('invalid_input', problem);
        return c.html(signInPage(waysIn(deps), { ...sent, next }, problem), 422);
      }
      await startSession(c, deps, await accountFor(deps, provider.identify(form.data)));
      return c.redirect(next, 303);
    })
    .openapi(getLogout, async (c) => {
      c.header('Cache-Control', 'no-store');
      // Another site can make a browser request this, so only the person's own navigation counts.
      if (!['same-origin', 'none'].includes(c.req.header('sec-fetch-site') ?? '')) return c.html(signOutPage(), 200);
      await leaveSession(c, deps);
      return c.redirect('/landing', 302);
    })
    .openapi(postLogout, async (c) => {
      await leaveSession(c, deps);
      return acceptsHtml(c) ? c.redirect('/landing', 303) : c.body(null, 204);
    })
    .route('/', oauthRoutes(deps));
};

/**
 * Whether a proxy passes the request on. Its sender is somebody else then, even if everything looks as if it came from
 * this computer, and a form that believes whoever fills it in is not for them.
 */
function isForwarded(c: Context): boolean {
  return ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => c.req.header(name) !== undefined,
  );
}

function formProvider(deps: Pick<Deps, 'signIn'>) {
  return deps.signIn.find((provider) => provider.kind === 'form') ?? null;
}

/** What the sign-in page offers. */
function waysIn(deps: Pick<Deps, 'signIn'>): WaysIn {
  return {
    providers: deps.signIn.filter((provider) => provider.kind === 'redirect'),
    hasForm: formProvider(deps) !== null,
  };
}
