/** Where an OpenID Connect provider has its endpoints: told by the provider itself (OpenID Connect Discovery). */
import { z } from 'zod';
import { isLoopbackName } from '#edge-api/config.ts';
import { fetchJson } from './ask-provider.ts';
import { SignInProviderError } from './port.ts';

const KEPT_MS = 60 * 60 * 1000;

export type OpenIdMetadata = {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /** null: everything is in the ID token. */
  userinfoEndpoint: string | null;
  /** Whether the provider always says who it is when it sends a person back (RFC 9207). */
  namesIssuer: boolean;
};

const endpoint = z
  .url()
  .refine((text) => hasTls(text), 'must begin with https://, unless it is an address of this machine');

const discoveryDocument = z
  .object({
    issuer: endpoint,
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    userinfo_endpoint: endpoint.nullish(),
    authorization_response_iss_parameter_supported: z.boolean().nullish(),
  })
  .transform((document) => ({
    issuer: document.issuer,
    authorizationEndpoint: document.authorization_endpoint,
    tokenEndpoint: document.token_endpoint,
    userinfoEndpoint: document.userinfo_endpoint ?? null,
    namesIssuer: document.authorization_response_iss_parameter_supported ?? false,
  }));

/** Reads an issuer's document when it is first asked for, and again after an hour. A failure is not kept. */
export function discoverMetadata(issuer: string, now: () => number): (signal: AbortSignal) => Promise<OpenIdMetadata> {
  const base = withoutSlash(issuer);
  let kept: { metadata: OpenIdMetadata; untilMs: number } | null = null;
  return async (signal) => {
    if (kept !== null && now() < kept.untilMs) return kept.metadata;
    const metadata = await fetchJson(`${base}/.well-known/openid-configuration`, discoveryDocument, { signal });
    if (withoutSlash(metadata.issuer) !== base)
      throw new SignInProviderError('failed', `The discovery document of ${base} is of another issuer.`);
    kept = { metadata, untilMs: now() + KEPT_MS };
    return metadata;
  };
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, '');
}

function hasTls(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
}
