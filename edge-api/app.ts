/** The API: every route chained into one typed app. */
import { AppError } from '#shared/errors.ts';
import type { Deps } from './deps.ts';
import { errorReply } from './middleware/errors.ts';
import { requestId } from './middleware/request-id.ts';
import { healthRoutes } from './routes/health.ts';
import { createRoutes } from './routes/route-frame.ts';
import { version } from './version.ts';

/** Builds the app. It owns nothing that has to be closed. */
export function createApp(deps: Deps) {
  const app = createRoutes();
  app.use(requestId(deps));
  app.onError(errorReply(deps));
  app.notFound(() => {
    throw new AppError('not_found', 'There is nothing here.');
  });
  const routes = app.route('/', healthRoutes(deps));
  routes.doc31('/api/openapi.json', { openapi: '3.1.0', info: { title: 'Storyreel', version } });
  return routes;
}

export type AppType = ReturnType<typeof createApp>;
