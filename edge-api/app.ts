/** The API: every route chained into one typed app. */
import { AppError } from '#shared/errors.ts';
import type { Deps } from './deps.ts';
import { limitAddress } from './middleware/address.ts';
import { ignoreTypeOfNothing, limitBody } from './middleware/body.ts';
import { errorReply } from './middleware/errors.ts';
import { ownHostOnly } from './middleware/host.ts';
import { ownOriginOnly } from './middleware/origin.ts';
import { ownAddresses } from './middleware/own-addresses.ts';
import { requestId } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { accountRoutes } from './routes/account.ts';
import { authRoutes } from './routes/auth.ts';
import { avatarRoutes } from './routes/avatars.ts';
import { changesRoutes } from './routes/changes.ts';
import { characterRoutes } from './routes/characters.ts';
import { generationRoutes } from './routes/generation.ts';
import { exportPictureRoutes, exportRoutes } from './routes/export.ts';
import { serveExportServices } from './routes/export-service.ts';
import { healthRoutes } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { improvementRoutes } from './routes/improvements.ts';
import { mediaRoutes } from './routes/media.ts';
import { serveMetrics } from './routes/metrics.ts';
import { modelRoutes } from './routes/models.ts';
import { serveDocument } from './routes/openapi-document.ts';
import { projectRoutes } from './routes/projects.ts';
import { reportRoutes } from './routes/reports.ts';
import { createRoutes } from './routes/route-frame.ts';
import { sceneRoutes } from './routes/scenes.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { showcaseRoutes } from './routes/showcase.ts';
import { spendingRoutes } from './routes/spending.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { versionRoutes } from './routes/versions.ts';
import { userRoutes } from './routes/users.ts';
import { requestWords } from './middleware/words.ts';

/** Builds the app. It owns nothing that has to be closed. */
export function createApp(deps: Deps) {
  const app = createRoutes();
  const onError = errorReply(deps);
  const own = ownAddresses(deps.config);
  app.use(
    requestId(deps),
    securityHeaders(deps.config),
    limitAddress(),
    ownHostOnly(own),
    ownOriginOnly(own),
    limitBody(),
    ignoreTypeOfNothing(),
  );
  app.onError(onError);
  app.notFound((c) => onError(new AppError('not_found', requestWords.notFound), c));
  const routes = app
    .route('/', healthRoutes(deps))
    .route('/', authRoutes(deps))
    .route('/', userRoutes(deps))
    .route('/', sessionRoutes(deps))
    .route('/', accountRoutes(deps))
    .route('/', projectRoutes(deps))
    .route('/', sceneRoutes(deps))
    .route('/', changesRoutes(deps, app))
    .route('/', historyRoutes(deps))
    .route('/', versionRoutes(deps))
    .route('/', improvementRoutes(deps))
    .route('/', characterRoutes(deps))
    .route('/', modelRoutes(deps))
    .route('/', generationRoutes(deps))
    .route('/', mediaRoutes(deps))
    .route('/', uploadRoutes(deps))
    .route('/', exportRoutes(deps))
    .route('/', exportPictureRoutes(deps))
    .route('/', spendingRoutes(deps))
    .route('/', showcaseRoutes(deps))
    .route('/', reportRoutes(deps))
    .route('/', avatarRoutes(deps));
  serveDocument(app);
  serveMetrics(app, deps);
  serveExportServices(app, deps);
  return routes;
}

/**
 * The routes as a typed client sees them.
 * @public
 */
export type AppType = ReturnType<typeof createApp>;
