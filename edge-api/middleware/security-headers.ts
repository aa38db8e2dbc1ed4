/** What a browser may do with our replies. A route that needs something stricter sets its own. */
import { createMiddleware } from 'hono/factory';
import type { Config } from '../config.ts';

/**
 * Pages: own scripts and WebAssembly only; workers also from blobs, because the AAC encoder starts one; pictures of
 * people come from us, too, by proxy. Style elements are Radix's way of styling.
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

/** Anything that is not a page loads nothing and is framed nowhere. */
const DATA_POLICY = `default-src 'none'; frame-ancestors 'none'`;

const ONE_YEAR_SECONDS = 31_536_000;

export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const [ofPages, ofData] = [headersFor(publicUrl, 'text/html'), headersFor(publicUrl, null)];
  return createMiddleware(async (c, next) => {
    await next();
    // On a finished reply `c.header` would make a new one for each header.
    const { headers } = c.res;
    for (const [name, value] of isPage(headers.get('Content-Type')) ? ofPages : ofData)
      if (!headers.has(name)) headers.set(name, value);
  });
}

/** A reply that something else made, such as a static asset of the edge, with our headers. */
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
    // With `no-referrer` a browser would send "Origin: null" with our own forms.
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', isPage(contentType) ? PAGE_POLICY : DATA_POLICY],
    ...(publicUrl.startsWith('https://')
      ? [['Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`] satisfies [string, string]]
      : []),
  ];
}

/** A script that runs as a worker is held by the policy that it came with, so scripts get the page's. */
function isPage(contentType: string | null): boolean {
  return /^(text\/html|text\/javascript|application\/javascript)/.test(contentType ?? '');
}
