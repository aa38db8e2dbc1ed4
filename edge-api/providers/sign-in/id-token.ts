/** The ID token of OpenID Connect: a provider's statement about who signed in, for whom and when. */
import { decodeIdToken } from 'arctic';
import { z } from 'zod';
import { SignInProviderError } from './port.ts';
import { profileClaims } from './profile.ts';

/** How far the provider's clock and ours may be apart. */
const CLOCK_SKEW_MS = 60_000;

const idTokenClaims = profileClaims.extend({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  exp: z.number(),
  nonce: z.string().optional(),
});
export type IdTokenClaims = z.output<typeof idTokenClaims>;

export type ExpectedIdToken = {
  /** The names that the issuer may go by. */
  issuers: readonly string[];
  clientId: string;
  nonce: string;
  nowMs: number;
};

/**
 * The claims of an ID token that was made by this issuer, for us, for this sign-in, and has not ended.
 *
 * Its signature is not checked: the token comes straight from the token endpoint over TLS, which says who sent it as
 * well as a signature would (OpenID Connect Core, section 3.1.3.7, item 6). Endpoints without TLS are taken on this
 * machine's own addresses only. A token from anywhere else, such as a browser, must not be given to this function.
 * @throws SignInProviderError
 */
export function readIdToken(idToken: string, expected: ExpectedIdToken): IdTokenClaims {
  const claims = decode(idToken);
  const audience = [claims.aud].flat();
  const problems = [
    expected.issuers.includes(claims.iss) ? null : 'is of another issuer',
    audience.includes(expected.clientId) ? null : 'is for somebody else',
    (claims.azp ?? (audience.length === 1 ? expected.clientId : null)) === expected.clientId
      ? null
      : 'was given to somebody else',
    claims.exp * 1000 > expected.nowMs - CLOCK_SKEW_MS ? null : 'has ended',
    claims.nonce === expected.nonce ? null : 'belongs to another sign-in',
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new SignInProviderError('failed', `The ID token ${problems.join(', ')}.`);
  return claims;
}

function decode(idToken: string): IdTokenClaims {
  try {
    return idTokenClaims.parse(decodeIdToken(idToken));
  } catch (error) {
    throw new SignInProviderError('failed', 'The ID token can’t be read.', { cause: error });
  }
}
