/** What operators watch. Not in the document of the API: it is for their programs, and its form is Prometheus's. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Deps } from '../deps.ts';
import { METRICS_TYPE } from '../meters.ts';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import { readMetrics } from '#edge-api/services/metrics.ts';

export function serveMetrics(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  app.get('/api/metrics', async (c) => {
    const text = await readMetrics(deps, c.req.header('authorization'));
    return c.body(text, 200, {
      'Content-Type': METRICS_TYPE,
      'Cache-Control': 'no-store',
    });
  });
}
