/** The OpenAPI document, for authors of other clients. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { version } from '#edge-api/version.ts';
import { namesTag } from './entity-tag.ts';
import { routeWords } from './words.ts';

type Written = { text: string; tag: string };

/** It only changes with a release, which changes the tag. */
const CACHE_CONTROL = 'public, max-age=300';

/** Serves `/api/openapi.json`. The document takes a while to build, so the first request builds it. */
export function serveDocument(app: OpenAPIHono<AppEnv>): void {
  let written: Promise<Written> | null = null;
  app.get('/api/openapi.json', async (c) => {
    const { text, tag } = await (written ??= writeDocument(app));
    const headers = { 'Cache-Control': CACHE_CONTROL, ETag: tag };
    if (namesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304, headers);
    return c.body(text, 200, { ...headers, 'Content-Type': 'application/json' });
  });
}

async function writeDocument(app: OpenAPIHono<AppEnv>): Promise<Written> {
  const text = JSON.stringify(
    app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: routeWords.apiTitle, version } }),
  );
  return { text, tag: `"${await sha256Hex(text)}"` };
}
