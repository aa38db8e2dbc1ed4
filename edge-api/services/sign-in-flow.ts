/**
 * The sign-in flow through a provider and back. The browser that started it holds its secrets; the server keeps the
 * hash of the state for ten minutes. Whoever consumes that hash continues, so a reply counts once and in one browser
 * only.
 */
import { base64UrlOf } from '#shared/bytes.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import {
  SignInProviderError,
  type FlowSecrets,
  type RedirectSignIn,
  type SignInProblem,
} from '#edge-api/providers/sign-in/port.ts';
import { insertSignInFlow, takeSignInFlow } from '#edge-api/repos/sign-in-flows.ts';
import { accountFor } from './accounts.ts';
import { sha256Hex } from './digest.ts';

export const FLOW_SECONDS = 10 * 60;
const SECRET_BYTES = 32;

const secret = z.string().regex(/^[\w-]{43}$/);

/** What the browser stores during a sign-in. */
export const signInFlowSchema = z.strictObject({
  provider: z.string(),
  /** Where the person goes afterward: a path of this site. */
  next: z.string(),
  state: secret,
  codeVerifier: secret,
  nonce: secret,
});
export type SignInFlow = z.infer<typeof signInFlowSchema>;

/**
 * - `stale`: this browser didn't start this sign-in, started it too long ago, or already finished it.
 * - `declined`: the person or the provider said no.
 * - the others are what `SignInProblem` says.
 */
export type SignInFailure = 'stale' | 'declined' | SignInProblem;
type Failed = { ok: false; reason: SignInFailure; cause?: Error };

export type BegunSignIn = { ok: true; url: URL; flow: SignInFlow } | Failed;
export type FinishedSignIn = { ok: true; userId: string; next: string } | Failed;

type FlowDeps = Pick<Deps, 'db' | 'now' | 'randomBytes' | 'config'>;

/** Where to send a person who wants to sign in, and what their browser has to store meanwhile. */
export async function beginSignIn(deps: FlowDeps, provider: RedirectSignIn, next: string): Promise<BegunSignIn> {
  const random = (): string => base64UrlOf(deps.randomBytes(SECRET_BYTES));
  const secrets: FlowSecrets = { state: random(), codeVerifier: random(), nonce: random() };
  const asked = await askProvider(() => provider.authorizationUrl(secrets));
  if (!asked.ok) return asked;
  const now = deps.now();
  await insertSignInFlow(
    deps.db,
    { stateHash: await sha256Hex(secrets.state), expiresAtMs: now + FLOW_SECONDS * 1000 },
    now,
  );
  return { ok: true, url: asked.answer, flow: { provider: provider.id, next, ...secrets } };
}

/** The query of the provider's redirect back to us. */
export type ReturnQuery = {
  state?: string | undefined;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
};

/**
 * The account of a person who comes back from a provider with the reply to `flow`.
 * @throws AppError `sign_in_closed`
 */
export async function finishSignIn(
  deps: FlowDeps,
  provider: RedirectSignIn,
  flow: SignInFlow | null,
  query: ReturnQuery,
): Promise<FinishedSignIn> {
  if (flow === null || flow.provider !== provider.id || query.state !== flow.state)
    return { ok: false, reason: 'stale' };
  if (!(await takeSignInFlow(deps.db, await sha256Hex(flow.state), deps.now()))) return { ok: false, reason: 'stale' };
  if (query.error !== undefined) return refusalOf(query.error);
  const { code, iss } = query;
  if (code === undefined)
    return { ok: false, reason: 'failed', cause: new Error('The provider sent neither a code nor an error.') };
  const asked = await askProvider(() => provider.identify({ code, issuer: iss ?? null }, flow));
  if (!asked.ok) return asked;
  return { ok: true, userId: await accountFor(deps, asked.answer), next: flow.next };
}

/** Declining isn't an error; anything else that a provider reports is (RFC 6749, 4.1.2.1). */
function refusalOf(error: string): Failed {
  if (error === 'access_denied') return { ok: false, reason: 'declined' };
  const reason = /^[a-z_]{1,64}$/.test(error) ? error : 'unknown_error';
  return { ok: false, reason: 'failed', cause: new Error(`The provider reported ${reason}.`) };
}

async function askProvider<Answer>(ask: () => Promise<Answer>): Promise<{ ok: true; answer: Answer } | Failed> {
  try {
    return { ok: true, answer: await ask() };
  } catch (error) {
    if (error instanceof SignInProviderError) return { ok: false, reason: error.problem, cause: error };
    throw error;
  }
}
