/**
 * `npm run export-service`: writes movies for a server elsewhere, such as the one on the edge. It has neither that server's
 * database nor its files: only its address (PUBLIC_URL) and a token. Its disk is for the movies that it is writing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hexOf } from '#shared/bytes.ts';
import { ConfigError, readConfig } from '../config.ts';
import { createExportRunner } from '#edge-api/jobs/export-runner.ts';
import { pullExports } from '#edge-api/jobs/pull-exports.ts';
import { showExportWorker } from '#edge-api/jobs/show-export-worker.ts';
import { createLog } from '../log.ts';
import { configWords, exportWorkerWords as words } from '../operator-words.ts';
import { serverLine } from '#edge-api/providers/export-desk/over-http.ts';
import { pullQueue } from '#edge-api/providers/export-queue/pull.ts';
import { ffmpegMovies } from '#edge-api/providers/movie-writer/ffmpeg/writer.ts';
import { openWorkbench } from '#edge-api/providers/workbench/disk.ts';
import { fromServer } from '#edge-api/providers/workbench/over-http.ts';
import { cachedCheck, type CachedCheck } from '#edge-api/services/export-check.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { sameText } from '#edge-api/services/signed-link.ts';
import { prepareFolder } from './data-folder.ts';
import { findAppFiles } from './export-station.ts';
import { findPrograms } from './find-program.ts';
import { fail, stopOnSignals } from './worker-process.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env, 'embedded');
  const { exportServiceToken: token, publicUrl } = config;
  if (token === null || process.env['PUBLIC_URL'] === undefined) throw new ConfigError(configWords.serviceNeeds);
  const now = Date.now;
  const log = createLog((line) => process.stderr.write(`${line}\n`), now);
  const dataDir = await prepareFolder(config.dataDir);
  const { ffmpeg } = await findPrograms(config);
  const movieWriter = ffmpegMovies({ program: ffmpeg, fontFolder: await findAppFiles() });
  const checkWriter = cachedCheck(movieWriter, now);
  const { error } = await checkWriter();
  if (error !== null) console.error(error);
  const line = serverLine({ serverUrl: publicUrl, token });
  const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));
  const deps = {
    desk: line.desk,
    movieWriter,
    checkWriter,
    workbench: await openWorkbench(join(dataDir, 'exporting'), (folderOf) => fromServer(line, folderOf)),
    atOnce: config.exportConcurrency || availableParallelism(),
    now,
    randomBytes,
    log,
  };
  const runner = createExportRunner(deps);
  const server = createServer((request, response) => {
    answer({ token, checkWriter, wake: runner.wake }, request, response).catch((failure: unknown) => {
      log.error('call_failed', { error: failure });
      response.destroy();
    });
  }).listen(config.port, config.host.replace(/^\[|\]$/g, ''));
  await once(server, 'listening');
  const shown = showExportWorker(deps, hexOf(randomBytes(8)), runner.wake);
  runner.start();
  const canWrite = async (): Promise<boolean> => (await checkWriter()).available;
  const pulls =
    config.exportQueue === null ? null : pullExports({ queue: pullQueue(config.exportQueue), runner, canWrite, log });
  stopOnSignals(async () => {
    server.close();
    server.closeAllConnections();
    await pulls?.stop();
    await Promise.all([runner.stop(), shown.end().catch(() => undefined)]);
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? config.port) : config.port;
  process.stdout.write(`${words.serviceReady({ count: deps.atOnce, port, server: publicUrl })}\n`);
}

type Service = { token: string; checkWriter: CachedCheck; wake(): void };

/** `/health` for whoever runs it; `/check` and `/wake` for the server, with the token. */
async function answer(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(body));
  };
  request.resume();
  const call = `${request.method} ${request.url}`;
  if (call === 'GET /health') return send(200, { status: 'ok' });
  if (call !== 'GET /check' && call !== 'POST /wake') return send(404, {});
  // Hashes of one length: how long the comparison takes tells nothing of the token.
  const isServer = sameText(
    await sha256Hex(request.headers.authorization ?? ''),
    await sha256Hex(`Bearer ${service.token}`),
  );
  if (!isServer) return send(401, {});
  if (call === 'GET /check') return send(200, await service.checkWriter());
  service.wake();
  send(202, {});
}

main().catch(fail);
