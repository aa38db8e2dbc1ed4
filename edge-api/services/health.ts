/** The state of the service and its dependencies. */
import type { z } from 'zod';
import type { healthReply } from '#shared/api/health.ts';
import type { Deps } from '../deps.ts';
import { version } from '../version.ts';

/** Never throws: an unreachable database is a result. */
export async function serviceHealth(
  deps: Pick<Deps, 'db' | 'log' | 'hasFfmpeg'>,
): Promise<z.infer<typeof healthReply>> {
  return { status: 'ok', version, database: await databaseState(deps), ffmpeg: deps.hasFfmpeg };
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
