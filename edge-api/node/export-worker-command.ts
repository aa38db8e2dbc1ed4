/** `npm run export-worker`: writes the movies that people ask for on a server with the same database and media folder. */
import { availableParallelism } from 'node:os';
import { hexOf } from '#shared/bytes.ts';
import { readConfig } from '../config.ts';
import { createExportRunner } from '#edge-api/jobs/export-runner.ts';
import { showExportWorker } from '#edge-api/jobs/show-export-worker.ts';
import { createLog } from '../log.ts';
import { exportWorkerWords as words } from '../operator-words.ts';
import { databaseDesk } from '#edge-api/services/export-desk.ts';
import { cachedCheck } from '#edge-api/services/export-check.ts';
import { bringForward, openDatabase, prepareFolder, refuseUnfinishedRestore } from './data-folder.ts';
import { openExportStation } from './export-station.ts';
import { findPrograms } from './find-program.ts';
import { fail, stopOnSignals } from './worker-process.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env, 'embedded');
  const dataDir = await prepareFolder(config.dataDir);
  await refuseUnfinishedRestore(dataDir);
  const db = await openDatabase(config, dataDir);
  await bringForward(db);
  const now = Date.now;
  const station = await openExportStation({ config, dataDir, ...(await findPrograms(config)) }, now);
  const checkWriter = cachedCheck(station.movieWriter, now);
  const { error } = await checkWriter();
  if (error !== null) console.error(error);
  const deps = {
    ...station,
    // 0 is for the server, which then leaves all of them to commands like this.
    atOnce: station.atOnce || availableParallelism(),
    desk: databaseDesk({ db, mediaStore: station.mediaStore, now }),
    checkWriter,
    now,
    randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    log: createLog((line) => process.stderr.write(`${line}\n`), now),
  };
  const runner = createExportRunner(deps);
  const shown = showExportWorker(deps, hexOf(deps.randomBytes(8)));
  runner.start();
  stopOnSignals(async () => {
    await Promise.all([runner.stop(), shown.end()]);
    db.close();
  });
  process.stdout.write(`${words.ready({ count: deps.atOnce })}\n`);
}

main().catch(fail);
