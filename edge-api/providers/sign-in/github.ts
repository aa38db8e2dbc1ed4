/** Sign-in with GitHub: OAuth 2.0 with PKCE; who the person is, its API says. */
import { CodeChallengeMethod, OAuth2Client } from 'arctic';
import { z } from 'zod';
import type { ClientCredentials } from '#edge-api/config.ts';
import { fetchJson, redeemCode, TIME_LIMIT_MS, tokenOf, withinTime } from './ask-provider.ts';
import type { RedirectSignIn } from './port.ts';
import { personOf } from './profile.ts';

const SCOPES = ['read:user', 'user:email'];

const GITHUB = {
  authorizationEndpoint: 'https://github.com/login/oauth/authorize',
  tokenEndpoint: 'https://github.com/login/oauth/access_token',
  api: 'https://api.github.com',
};

const profileReply = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullable(),
  avatar_url: z.string().nullable(),
});

const emailsReply = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export type GitHubOptions = ClientCredentials & {
  redirectUri: string;
  timeLimitMs?: number;
  /** Other places for GitHub's endpoints. */
  endpoints?: typeof GITHUB;
};

export function gitHubSignIn(options: GitHubOptions): RedirectSignIn {
  const { endpoints = GITHUB, timeLimitMs = TIME_LIMIT_MS } = options;
  const client = new OAuth2Client(options.clientId, options.clientSecret, options.redirectUri);
  return {
    kind: 'redirect',
    id: 'github',
    label: 'GitHub',
    authorizationUrl: async ({ state, codeVerifier }) =>
      client.createAuthorizationURLWithPKCE(
        endpoints.authorizationEndpoint,
        state,
        CodeChallengeMethod.S256,
        codeVerifier,
        SCOPES,
      ),
    identify: ({ code }, { codeVerifier }) =>
      withinTime(timeLimitMs, async (signal) => {
        const tokens = await redeemCode(client, endpoints.tokenEndpoint, code, codeVerifier);
        const request = { signal, headers: { Authorization: `Bearer ${tokenOf(tokens, 'accessToken')}` } };
        const [profile, emails] = await Promise.all([
          fetchJson(`${endpoints.api}/user`, profileReply, request),
          fetchJson(`${endpoints.api}/user/emails`, emailsReply, request),
        ]);
        const email = bestEmail(emails);
        return {
          provider: 'github',
          subject: String(profile.id),
          ...personOf({
            name: profile.name ?? profile.login,
            picture: profile.avatar_url,
            email: email?.email,
            email_verified: email?.verified,
          }),
        };
      }),
  };
}

/** The primary address if it is verified, else any that is, else the primary. */
function bestEmail(emails: z.output<typeof emailsReply>): z.output<typeof emailsReply>[number] | undefined {
  return (
    emails.find(({ primary, verified }) => primary && verified) ??
    emails.find(({ verified }) => verified) ??
    emails.find(({ primary }) => primary)
  );
}
