/** Requests to sign-in providers: never longer than a time limit, and every failure in one form. */
import { ArcticFetchError, OAuth2RequestError, type OAuth2Client, type OAuth2Tokens } from 'arctic';
import type { z } from 'zod';
import { SignInProviderError } from './port.ts';

/** How long a person waits for a provider before they are told that it doesn't answer. */
export const TIME_LIMIT_MS = 10_000;

/**
 * Does what a provider is asked for, all of it within one time limit. Requests that take the signal end with it; one
 * that doesn't is left to itself.
 * @throws SignInProviderError
 */
export async function withinTime<Answer>(
  limitMs: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(limitMs);
  const tooLate = new Promise<never>((_resolve, reject) => {
    const refuse = (): void =>
      reject(new SignInProviderError('timed_out', `The provider did not answer within ${limitMs} ms.`));
    signal.addEventListener('abort', refuse, { once: true });
  });
  return Promise.race([ask(signal), tooLate]);
}

/**
 * A JSON document, parsed.
 * @throws SignInProviderError
 */
export async function fetchJson<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  request: { signal: AbortSignal; headers?: Record<string, string> },
): Promise<z.output<Schema>> {
  const { host, pathname } = new URL(url);
  const what = `${host}${pathname}`;
  try {
    const reply = await fetch(url, {
      signal: request.signal,
      // GitHub answers nobody who doesn't say a name.
      headers: { Accept: 'application/json', 'User-Agent': 'Storyreel', ...request.headers },
    });
    if (!reply.ok) throw new SignInProviderError('failed', `${what} answered ${reply.status}.`);
    return schema.parse(await reply.json());
  } catch (error) {
    if (error instanceof SignInProviderError) throw error;
    throw new SignInProviderError('failed', `${what} gave no usable answer.`, { cause: error });
  }
}

/**
 * Redeems a code for tokens. A provider that refuses it may say so with status 400, or as GitHub does with 200.
 * @throws SignInProviderError
 */
export async function redeemCode(
  client: OAuth2Client,
  tokenEndpoint: string,
  code: string,
  codeVerifier: string,
): Promise<OAuth2Tokens> {
  let tokens: OAuth2Tokens;
  try {
    tokens = await client.validateAuthorizationCode(tokenEndpoint, code, codeVerifier);
  } catch (error) {
    if (error instanceof OAuth2RequestError) throw refusedBecause(error.code);
    const message = error instanceof ArcticFetchError ? 'can’t be reached' : 'gave no usable answer';
    throw new SignInProviderError('failed', `The token endpoint ${message}.`, { cause: error });
  }
  if ('error' in tokens.data) throw refusedBecause(String(tokens.data.error));
  return tokens;
}

/** A spent code is the person's to try again; any other refusal is about how this server is set up. */
function refusedBecause(error: string): SignInProviderError {
  const isSpent = error === 'invalid_grant' || error === 'bad_verification_code';
  const reason = /^[\w-]{1,64}$/.test(error) ? error : 'an unknown reason';
  return new SignInProviderError(
    isSpent ? 'code_refused' : 'failed',
    `The token endpoint refused the code: ${reason}.`,
  );
}

/**
 * A token of an answer.
 * @throws SignInProviderError when there is none
 */
export function tokenOf(tokens: OAuth2Tokens, kind: 'accessToken' | 'idToken'): string {
  try {
    return tokens[kind]();
  } catch (error) {
    throw new SignInProviderError('failed', 'The token endpoint left out a token.', { cause: error });
  }
}
