/** The state of the service and its dependencies. */
import type { z } from 'zod';
import type { healthReply } from '#shared/api/health.ts';
import type { Deps } from '../deps.ts';
import { exportAvailability, type ExportCheckDeps } from './export-check.ts';
import { version } from '../version.ts';

/** Never throws: an unreachable database is a result. */
export async function serviceHealth(
  deps: Pick<Deps, 'db' | 'log'> & ExportCheckDeps,
): Promise<z.infer<typeof healthReply>> {
  const database = await databaseState(deps);
  return { status: 'ok', version, database, ffmpeg: await canExport(deps) };
}

/** The same answer as `/api/check-ffmpeg`. */
async function canExport(deps: Pick<Deps, 'log'> & ExportCheckDeps): Promise<boolean> {
  try {
    return (await exportAvailability(deps)).available;
  } catch (error) {
    deps.log.error('export_not_checked', { error });
    return false;
  }
}

async function databaseState(deps: Pick<Deps, 'db' | 'log'>): Promise<'ok' | 'unreachable'> {
  try {
    await deps.db.execute('select 1');
    return 'ok';
  } catch (error) {
    deps.log.error('database_unreachable', { error });
    return 'unreachable';
  }
}
