/** What a person reads when a sign-in came to nothing. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import type { SignInFailure } from '#edge-api/services/sign-in-flow.ts';
import { problemPage } from './sign-in-page.ts';

type Words = { status: 400 | 403 | 502 | 504; sentence: (label: string) => string };

const words: Record<SignInFailure, Words> = {
  stale: {
    status: 400,
    sentence: () => 'This sign-in was begun in another browser or too long ago, or it is finished already.',
  },
  declined: { status: 403, sentence: (label) => `${label} was told not to sign you in.` },
  code_refused: { status: 400, sentence: (label) => `${label} says that this sign-in was used already or is too old.` },
  timed_out: { status: 504, sentence: (label) => `${label} did not answer in time.` },
  failed: { status: 502, sentence: (label) => `${label} could not tell us who you are.` },
};

/** The page for a failure; what caused it goes to the log. */
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
  const { status, sentence } = words[reason];
  return c.html(problemPage(sentence(provider.label), next), status);
}

/** Shows a refusal as a page to whoever reads pages; programs get the JSON that every other call answers. */
export function refusalAsPage() {
  return createMiddleware(async (c, next) => {
    await next();
    if (c.error === undefined || !acceptsHtml(c)) return;
    const { status } = c.res;
    const sentence =
      c.error instanceof AppError ? c.error.message : 'Something went wrong on our side. Please try again.';
    const page = await problemPage(sentence);
    c.res = new Response(page.toString(), { status, headers: { 'Content-Type': 'text/html; charset=UTF-8' } });
  });
}

export function acceptsHtml(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('text/html');
}
