/** A real OpenID provider on loopback, with people of the test's choosing. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider, type AccountClaims } from 'oidc-provider';

export type OpenIdPerson = Omit<AccountClaims, 'sub'>;

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** How often each path was asked for. */
  requests: Map<string, number>;
  /**
   * Goes through the provider's pages as a browser would, from an authorization address to where the provider sends the
   * person back to.
   * @param login the person's name at the provider; null cancels
   */
  visit(authorizationUrl: string, login: string | null): Promise<URL>;
  close(): Promise<void>;
};

const SCOPES = 'openid email profile';

/** Starts a provider that knows these people by their login. The caller closes it. */
export async function startOpenIdProvider(
  redirectUri: string,
  people: Record<string, OpenIdPerson>,
): Promise<OpenIdProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const client = { clientId: 'storyreel', clientSecret: 'a-client-secret-of-the-tests' };
  const provider = createProvider(issuer, { ...client, redirectUri }, people);
  const answer = provider.callback();
  const requests = new Map<string, number>();
  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (path.startsWith('/interaction/')) void interact(provider, request, response);
    else void answer(request, response);
  });
  return {
    issuer,
    ...client,
    requests,
    visit: (url, login) => visit(issuer, url, login),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createProvider(
  issuer: string,
  client: { clientId: string; clientSecret: string; redirectUri: string },
  people: Record<string, OpenIdPerson>,
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [client.redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a-cookie-secret-of-the-tests'] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    findAccount: (_context, id) =>
      id in people ? { accountId: id, claims: () => ({ sub: id, ...people[id] }) } : undefined,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  });
}

/** The provider's only page: who are you, and may this client know? */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>Provider</title><form method="post"><label>Login <input name="login"></label>
        <button>Allow</button><button name="cancel" value="yes">Refuse</button></form>`,
    );
    return;
  }
  const form = new URLSearchParams(await text(request));
  const { params } = await provider.interactionDetails(request, response);
  const accountId = form.get('login') ?? '';
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(SCOPES);
  await provider.interactionFinished(
    request,
    response,
    form.has('cancel')
      ? { error: 'access_denied', error_description: 'The person said no.' }
      : { login: { accountId }, consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: false },
  );
}

async function visit(issuer: string, authorizationUrl: string, login: string | null): Promise<URL> {
  const jar = new Map<string, string>();
  let next: { url: URL; init?: RequestInit } = { url: new URL(authorizationUrl) };
  for (let hops = 0; next.url.origin === issuer; hops++) {
    if (hops > 10) throw new Error(`The provider goes in circles: ${next.url.href}`);
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(next.url, { ...next.init, redirect: 'manual', headers: { Cookie: cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location !== null) next = { url: new URL(location, next.url) };
    else if (reply.ok && next.init === undefined) next = { url: next.url, init: formPost(login) };
    else throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`);
  }
  return next.url;
}

function formPost(login: string | null): RequestInit {
  return { method: 'POST', body: new URLSearchParams(login === null ? { cancel: 'yes' } : { login }) };
}
