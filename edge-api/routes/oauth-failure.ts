/** What a person reads when sign-in fails. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import type { SignInFailure } from '#edge-api/services/sign-in-flow.ts';
import { problemPage } from './sign-in-page.ts';
import { signInFailureWords as words } from './words.ts';

type Reply = { status: 400 | 403 | 502 | 504; sentence: (provider: { provider: string }) => string };

const replies: Record<SignInFailure, Reply> = {
  stale: { status: 400, sentence: () => words.stale },
  declined: { status: 403, sentence: words.declined },
  code_refused: { status: 400, sentence: words.codeRefused },
  timed_out: { status: 504, sentence: words.timedOut },
  failed: { status: 502, sentence: words.failed },
};

/** The page for a failure; its cause goes to the log. */
export function failurePage(
  c: Context<AppEnv>,
  deps: Pick<Deps, 'log'>,
  provider: { id: string; label: string },
  failure: { reason: SignInFailure; cause?: Error },
  next: string,
) {
  const { reason, cause } = failure;
  if (cause !== undefined)
    deps.log.warn('sign_in_failed', { requestId: c.get('requestId'), provider: provider.id, reason, error: cause });
  const { status, sentence } = replies[reason];
  return c.html(problemPage(sentence({ provider: provider.label }), next), status);
}

/** Shows refusals as pages to browsers; programs get JSON, as from every other call. */
export function refusalAsPage() {
  return createMiddleware(async (c, next) => {
    await next();
    if (c.error === undefined || !acceptsHtml(c)) return;
    const { status } = c.res;
    const sentence = c.error instanceof AppError ? c.error.message : words.internal;
    const page = await problemPage(sentence);
    c.res = new Response(page.toString(), { status, headers: { 'Content-Type': 'text/html; charset=UTF-8' } });
  });
}

export function acceptsHtml(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('text/html');
}
