/** Sign-in with Google: OpenID Connect at endpoints that are known. */
import type { ClientCredentials } from '#edge-api/config.ts';
import type { OpenIdMetadata } from './discovery.ts';
import { openIdConnectSignIn } from './open-id-connect.ts';
import type { RedirectSignIn } from './port.ts';

/** As in https://accounts.google.com/.well-known/openid-configuration. Everything that is asked for is in the ID token. */
const GOOGLE: OpenIdMetadata = {
  issuer: 'https://accounts.google.com',
  authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  userinfoEndpoint: null,
  namesIssuer: false,
};

/** Google signs with or without the scheme: https://developers.google.com/identity/openid-connect/openid-connect#validatinganidtoken */
const OTHER_ISSUER_NAMES = ['accounts.google.com'];

export type GoogleOptions = ClientCredentials & {
  redirectUri: string;
  now(): number;
  timeLimitMs?: number;
  /** Other places for Google's endpoints. */
  endpoints?: Pick<OpenIdMetadata, 'authorizationEndpoint' | 'tokenEndpoint'>;
};

export function googleSignIn({ endpoints, ...options }: GoogleOptions): RedirectSignIn {
  const metadata = { ...GOOGLE, ...endpoints };
  return openIdConnectSignIn({
    ...options,
    id: 'google',
    label: 'Google',
    metadata: async () => metadata,
    accountsOf: () => 'google',
    otherIssuerNames: OTHER_ISSUER_NAMES,
  });
}
