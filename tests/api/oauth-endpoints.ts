/** The endpoints of Google and GitHub on loopback: they check what a client has to send and answer what the test says. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** null leaves a request without an answer. */
export type FakeAnswer = { status?: number; body: unknown } | null;

export type FakeEndpoints = {
  url: string;
  /** What the token endpoint answers to a proper request, given the nonce that the person came with. */
  token: (nonce: string) => FakeAnswer;
  /** What other paths answer to whoever brings the access token. */
  api: Record<string, FakeAnswer>;
  /** Gives a code for an authorization address, as if the person had agreed, and answers where they are sent back to. */
  agree(authorizationUrl: string): string;
  close(): Promise<void>;
};

export const CLIENT = { clientId: 'fake-client', clientSecret: 'fake-secret-of-the-client' };
export const ACCESS_TOKEN = 'fake-access-token';

/** Starts the endpoints: `/authorize`, `/token` and those in `api`. The caller closes them. */
export async function startFakeEndpoints(): Promise<FakeEndpoints> {
  const codes = new Map<string, URLSearchParams>();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeEndpoints = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => ({ status: 500, body: {} }),
    api: {},
    agree: (authorizationUrl) => {
      const asked = new URL(authorizationUrl).searchParams;
      const code = `fake-code-${codes.size + 1}`;
      codes.set(code, asked);
      const { pathname } = new URL(asked.get('redirect_uri') ?? '');
      return `${pathname}?${new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()}`;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    void answer(fake, codes, request).then((reply) => {
      if (reply === null) return;
      response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply.body));
    });
  });
  return fake;
}

async function answer(
  fake: FakeEndpoints,
  codes: Map<string, URLSearchParams>,
  request: IncomingMessage,
): Promise<FakeAnswer> {
  if (request.url === '/token') return redeem(fake, codes, request);
  if (request.headers.authorization !== `Bearer ${ACCESS_TOKEN}`) return { status: 401, body: {} };
  return fake.api[request.url ?? ''] ?? { status: 404, body: {} };
}

/** As RFC 6749 (4.1.3) and RFC 7636 (4.6) have it; a code is good for one try. */
async function redeem(
  fake: FakeEndpoints,
  codes: Map<string, URLSearchParams>,
  request: IncomingMessage,
): Promise<FakeAnswer> {
  const form = new URLSearchParams(await text(request));
  const asked = codes.get(form.get('code') ?? '');
  codes.delete(form.get('code') ?? '');
  const credentials = Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64');
  if (request.method !== 'POST' || request.headers.authorization !== `Basic ${credentials}`)
    return { status: 401, body: { error: 'invalid_client' } };
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isProper =
    form.get('grant_type') === 'authorization_code' &&
    form.get('redirect_uri') === asked?.get('redirect_uri') &&
    asked?.get('code_challenge_method') === 'S256' &&
    asked.get('code_challenge') === challenge;
  return isProper ? fake.token(asked?.get('nonce') ?? '') : { status: 400, body: { error: 'invalid_grant' } };
}

/** An ID token. Its signature is none that anybody could check. */
export function idToken(claims: Record<string, unknown>): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${part('signature')}`;
}
