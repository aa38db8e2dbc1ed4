/** Sign-in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
import { CodeChallengeMethod, OAuth2Client } from 'arctic';
import { z } from 'zod';
import type { ClientCredentials } from '#edge-api/config.ts';
import { fetchJson, redeemCode, TIME_LIMIT_MS, tokenOf, withinTime } from './ask-provider.ts';
import type { OpenIdMetadata } from './discovery.ts';
import { readIdToken, type IdTokenClaims } from './id-token.ts';
import { SignInProviderError, type ProviderAnswer, type RedirectSignIn } from './port.ts';
import { personOf, profileClaims, type ProfileClaims } from './profile.ts';

const SCOPES = ['openid', 'profile', 'email'];

const userinfo = profileClaims.extend({ sub: z.string() });

export type OpenIdConnectOptions = ClientCredentials & {
  id: string;
  label: string;
  redirectUri: string;
  metadata(signal: AbortSignal): Promise<OpenIdMetadata>;
  /** Under what name accounts are kept; a provider's subjects mean nothing at another. */
  accountsOf(metadata: OpenIdMetadata): string;
  /** Names of the issuer in ID tokens beside its own. */
  otherIssuerNames?: readonly string[];
  now(): number;
  timeLimitMs?: number;
};

export function openIdConnectSignIn(options: OpenIdConnectOptions): RedirectSignIn {
  const { clientId, metadata: findMetadata, timeLimitMs = TIME_LIMIT_MS } = options;
  const client = new OAuth2Client(clientId, options.clientSecret, options.redirectUri);
  return {
    kind: 'redirect',
    id: options.id,
    label: options.label,
    authorizationUrl: (secrets) =>
      withinTime(timeLimitMs, async (signal) => {
        const { authorizationEndpoint } = await findMetadata(signal);
        const url = client.createAuthorizationURLWithPKCE(
          authorizationEndpoint,
          secrets.state,
          CodeChallengeMethod.S256,
          secrets.codeVerifier,
          SCOPES,
        );
        url.searchParams.set('nonce', secrets.nonce);
        return url;
      }),
    identify: (answer, secrets) =>
      withinTime(timeLimitMs, async (signal) => {
        const metadata = await findMetadata(signal);
        refuseOtherIssuer(answer, metadata);
        const tokens = await redeemCode(client, metadata.tokenEndpoint, answer.code, secrets.codeVerifier);
        const claims = readIdToken(tokenOf(tokens, 'idToken'), {
          issuers: [metadata.issuer, ...(options.otherIssuerNames ?? [])],
          clientId,
          nonce: secrets.nonce,
          nowMs: options.now(),
        });
        const profile =
          metadata.userinfoEndpoint === null
            ? claims
            : await askUserinfo(metadata.userinfoEndpoint, tokenOf(tokens, 'accessToken'), claims, signal);
        return { provider: options.accountsOf(metadata), subject: claims.sub, ...personOf(profile) };
      }),
  };
}

/** An answer that another provider's page sent must not be redeemed here (RFC 9207). */
function refuseOtherIssuer({ issuer }: ProviderAnswer, metadata: OpenIdMetadata): void {
  const isExpected = issuer === null ? !metadata.namesIssuer : issuer === metadata.issuer;
  if (!isExpected) throw new SignInProviderError('failed', 'The answer came from another issuer.');
}

/**
 * What userinfo says over what the ID token said, if it is about the same person (OpenID Connect Core, 5.3.2). Some
 * providers' userinfo says nothing but whom it is about.
 */
async function askUserinfo(
  endpoint: string,
  accessToken: string,
  claims: IdTokenClaims,
  signal: AbortSignal,
): Promise<ProfileClaims> {
  const told = await fetchJson(endpoint, userinfo, { signal, headers: { Authorization: `Bearer ${accessToken}` } });
  if (told.sub !== claims.sub) throw new SignInProviderError('failed', 'Userinfo is about somebody else.');
  // An address and the word on it belong together, so they are taken from one place.
  const { email, email_verified } = told.email == null ? claims : told;
  return {
    email,
    email_verified,
    given_name: told.given_name ?? claims.given_name,
    family_name: told.family_name ?? claims.family_name,
    name: told.name ?? claims.name,
    picture: told.picture ?? claims.picture,
  };
}
