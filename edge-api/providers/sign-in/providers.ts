/** The ways to sign in that a configuration names, in the order in which they are offered. */
import type { Config } from '#edge-api/config.ts';
import { discoverMetadata } from './discovery.ts';
import { gitHubSignIn } from './github.ts';
import { googleSignIn } from './google.ts';
import { localSignIn } from './local.ts';
import { openIdConnectSignIn } from './open-id-connect.ts';
import type { SignInProvider } from './port.ts';

export function signInProviders(
  config: Pick<Config, 'publicUrl' | 'google' | 'github' | 'oidc' | 'localSignIn'>,
  now: () => number,
): SignInProvider[] {
  const { publicUrl, google, github, oidc } = config;
  return [
    ...(google === null ? [] : [googleSignIn({ ...google, redirectUri: callbackUrl(publicUrl, 'google'), now })]),
    ...(github === null ? [] : [gitHubSignIn({ ...github, redirectUri: callbackUrl(publicUrl, 'github') })]),
    ...(oidc === null
      ? []
      : [
          openIdConnectSignIn({
            clientId: oidc.clientId,
            clientSecret: oidc.clientSecret,
            id: 'oidc',
            label: new URL(oidc.issuer).hostname,
            redirectUri: callbackUrl(publicUrl, 'oidc'),
            metadata: discoverMetadata(oidc.issuer, now),
            // Another issuer in its place would use the same names for other people.
            accountsOf: ({ issuer }) => issuer,
            now,
          }),
        ]),
    ...(config.localSignIn ? [localSignIn] : []),
  ];
}

/** Where a provider sends people back to: the address to register there. */
export function callbackUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/api/login/${id}/callback`;
}
