/** The built web app from disk, beside the API on one port. */
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import type { Config } from '../config.ts';
import { ownHostOnly } from '#edge-api/middleware/host.ts';
import { ownAddresses } from '#edge-api/middleware/own-addresses.ts';
import { securityHeaders } from '#edge-api/middleware/security-headers.ts';
import { keepFromSearchEngines } from '../search-engines.ts';
import { withShareAddress } from '../share-picture.ts';
import { AppError } from '#shared/errors.ts';
import { requestWords } from '#edge-api/middleware/words.ts';

/** Names under /assets/ carry a hash of the content, so a name never changes its meaning. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Asked for again each time: a page names the assets of its own release, a worker script replaces itself. */
const ALWAYS_FRESH = 'no-cache';

/**
 * Answers what the build made, and the page for every other path: the page knows the routes. A path that can only be
 * a file (under /assets/, or with a dot in its last part) and is none is 404, because HTML in place of a script is worse.
 * @param folder absolute path of the built web app
 * @param isListed whether search engines may list the page of a project
 */
export function serveWeb(
  folder: string,
  config: Pick<Config, 'publicUrl' | 'port'>,
  isListed: (projectId: string) => Promise<boolean>,
): Hono {
  const web = new Hono();
  web.use(securityHeaders(config), ownHostOnly(ownAddresses(config)));
  web.use(async (c, next) => {
    await next();
    const page = await withShareAddress(c.res, config.publicUrl);
    if (page === c.res) return;
    // Else the former reply's headers would be laid over the new one's, its length too.
    c.res = undefined;
    c.res = page;
  });
  web.use(async (c, next) => {
    await next();
    await keepFromSearchEngines(c.req.path, c.res.headers, isListed);
  });
  web.onError((error, c) =>
    error instanceof AppError && error.code === 'wrong_host'
      ? c.text(error.message, 421)
      : c.text(requestWords.internal, 500),
  );
  web.use(serveStatic({ root: folder, index: 'index.html', onFound: setCaching }));
  const page = serveStatic({ root: folder, path: 'index.html', onFound: setCaching });
  web.use((c, next) => (isFilePath(c.req.path) ? next() : page(c, next)));
  web.notFound((c) => c.text(requestWords.notFound, 404));
  return web;
}

function setCaching(path: string, c: Context): void {
  c.header('Cache-Control', /[\\/]assets[\\/]/.test(path) ? FOREVER : ALWAYS_FRESH);
}

function isFilePath(path: string): boolean {
  return path.startsWith('/assets/') || /\.[^/]*$/.test(path);
}
