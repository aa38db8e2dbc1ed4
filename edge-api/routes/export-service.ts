/** Calls of export services. Not in the document of the API: pages never make them. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { EXPORT_SERVICE_PATH, exportOrderSchema } from '#shared/api/export-service.ts';
import { idSchema, sha256Schema } from '#shared/entities/id.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import {
  linkedFile,
  requireExportService,
  requireSignedLink,
  storeMoviePart,
  takeOrder,
} from '#edge-api/services/export-service.ts';
import { readStored } from '#edge-api/services/media.ts';
import { exportServiceWords } from '#edge-api/services/words.ts';
import { sendBlob } from './send-blob.ts';

export function serveExportServices(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  app.post(EXPORT_SERVICE_PATH, async (c) => {
    await requireExportService(deps, c.req.header('authorization'));
    const order = exportOrderSchema.safeParse(await c.req.json());
    if (!order.success) throw new AppError('invalid_input', exportServiceWords.noOrder, { cause: order.error });
    c.header('Cache-Control', 'no-store');
    return c.json(await takeOrder(deps, order.data), 200);
  });

  app.get(`${EXPORT_SERVICE_PATH}/media/:sha256`, async (c) => {
    requireSignedLink(deps, c.req.method, c.req.url);
    const file = await linkedFile(deps, sha256Schema.parse(c.req.param('sha256')));
    return sendBlob(c, { read: (sha256, range) => readStored(deps, sha256, range) }, file);
  });

  app.put(`${EXPORT_SERVICE_PATH}/exports/:id/parts/:n`, async (c) => {
    requireSignedLink(deps, c.req.method, c.req.url);
    const lease = { id: idSchema.parse(c.req.param('id')), leaseBy: c.req.query('by') ?? '' };
    const body = c.req.raw.body ?? new Blob([]).stream();
    return c.json(await storeMoviePart(deps, lease, Number(c.req.query('bytes')), body), 200);
  });
}
