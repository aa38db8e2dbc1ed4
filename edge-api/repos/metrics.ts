/** What operators watch, read from the rows. */
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';
import { jobStates } from './jobs.ts';

const MICRO = 1_000_000;

const stateRow = z.object({ state: z.enum(jobStates), count: z.number().int() });
const spentRow = z.object({ micro: z.number() });

export type SystemState = {
  /** Jobs that something is still to be done for. */
  jobs: z.infer<typeof stateRow>[];
  /** What attempts came to that ended since a time. */
  spentUsd: number;
};

export async function readSystemState(db: Db, sinceMs: number): Promise<SystemState> {
  const [jobs, spent] = await db.batch(
    [
      'select state, count(*) as count from jobs where work is not null group by state',
      {
        sql: `select coalesce(sum(amount_micro_usd), 0) as micro from ledger where entry = 'settle' and created_at_ms >= :sinceMs`,
        args: { sinceMs },
      },
    ],
    'read',
  );
  return {
    jobs: jobs === undefined ? [] : parseRows(stateRow, jobs),
    spentUsd: (spent === undefined ? 0 : (parseFirst(spentRow, spent)?.micro ?? 0)) / MICRO,
  };
}
