/** What browsers may do with our replies. Routes may set stricter headers. */
import { createMiddleware } from 'hono/factory';
import type { Config } from '../config.ts';

/**
 * Pages: our own scripts and WebAssembly only. Workers may also come from blobs, because the AAC encoder starts one.
 * Profile pictures come from us, by proxy. Radix needs style elements.
 */
const PAGE_POLICY = [
  `default-src 'self'`,
  `script-src 'self' 'wasm-unsafe-eval'`,
  `worker-src 'self' blob:`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' blob: data:`,
  `media-src 'self' blob:`,
  `font-src 'self'`,
  `connect-src 'self' blob:`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ');

/** Anything but pages loads nothing and can't be framed. */
const DATA_POLICY = `default-src 'none'; frame-ancestors 'none'`;

const ONE_YEAR_SECONDS = 31_536_000;

export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const [ofPages, ofData] = [headersFor(publicUrl, 'text/html'), headersFor(publicUrl, null)];
  return createMiddleware(async (c, next) => {
    await next();
    // On a finished reply, each `c.header` call would build a new one.
    const { headers } = c.res;
    for (const [name, value] of isPage(headers.get('Content-Type')) ? ofPages : ofData)
      if (!headers.has(name)) headers.set(name, value);
  });
}

/** Adds our headers to a reply from elsewhere, such as a static asset of the edge. */
export function withSecurityHeaders(reply: Response, publicUrl: string): Response {
  const headers = new Headers(reply.headers);
  for (const [name, value] of headersFor(publicUrl, headers.get('Content-Type')))
    if (!headers.has(name)) headers.set(name, value);
  return new Response(reply.body, { status: reply.status, statusText: reply.statusText, headers });
}

function headersFor(publicUrl: string, contentType: string | null): [string, string][] {
  return [
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(self)'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    // With `no-referrer`, browsers would send "Origin: null" with our own forms.
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', isPage(contentType) ? PAGE_POLICY : DATA_POLICY],
    ...(publicUrl.startsWith('https://')
      ? [['Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`] satisfies [string, string]]
      : []),
  ];
}

/** A worker is bound by the policy that its script came with, so scripts get the pages' policy. */
function isPage(contentType: string | null): boolean {
  return /^(text\/html|text\/javascript|application\/javascript)/.test(contentType ?? '');
}
