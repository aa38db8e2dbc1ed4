/** What a person spent in a stretch of time, read from the ledger, and the cap that they set on it. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { flagColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';

const MICRO = 1_000_000;

/** A stretch of time: from its first millisecond to just before another one. */
export type Stretch = { fromMs: number; untilMs: number };

/**
 * What the attempts that a person reserved money for in a stretch of time come to, in millionths: what was settled, and
 * what is still open. One that nobody knows the end of stays open for good, and counts.
 */
const SETTLED = 'coalesce(sum(s.amount_micro_usd), 0) as settled';
const OPEN = 'coalesce(sum(case when s.id is null and r.id is null then l.amount_micro_usd else 0 end), 0) as open';
const ENDS = `left join ledger s on s.job_id = l.job_id and s.attempt = l.attempt and s.entry = 'settle'
    left join ledger r on r.job_id = l.job_id and r.attempt = l.attempt and r.entry = 'release'`;
const OF_STRETCH = `l.user_id = :userId and l.entry = 'reserve' and l.created_at_ms >= :fromMs and l.created_at_ms < :untilMs`;
const SUMS = `select ${SETTLED}, ${OPEN} from ledger l ${ENDS} where ${OF_STRETCH}`;

const sumsSchema = z.object({
  settled: z.number(),
  open: z.number(),
  cap: z.number().nullable(),
});

export type Spent = {
  settledUsd: number;
  /** Reserved, and neither settled nor released. */
  openUsd: number;
  monthlyCapUsd: number | null;
};

export async function readSpending(db: Db, userId: string, stretch: Stretch): Promise<Spent> {
  const result = await db.execute({
    sql: `select settled, open, (select monthly_cap_micro_usd from spending_caps where user_id = :userId) as cap from (${SUMS})`,
    args: { userId, ...stretch },
  });
  const row = parseFirst(sumsSchema, result) ?? { settled: 0, open: 0, cap: null };
  return {
    settledUsd: row.settled / MICRO,
    openUsd: row.open / MICRO,
    monthlyCapUsd: row.cap === null ? null : row.cap / MICRO,
  };
}

const projectSumsSchema = z.object({
  hasProject: flagColumn,
  projectId: z.string().nullable(),
  title: z.string().nullable(),
  settled: z.number(),
  open: z.number(),
});

export type Sums = { settledUsd: number; openUsd: number };
export type ProjectSpent = Sums & { projectId: string | null; title: string | null };

/**
 * The sums of `readSpending` by project, the dearest first. What belongs to projects that are gone comes under null; what
 * was asked for before there was a project stands beside them.
 */
export async function readSpendingByProject(
  db: Db,
  userId: string,
  stretch: Stretch,
): Promise<{ projects: ProjectSpent[]; withoutProject: Sums }> {
  const result = await db.execute({
    sql: `select l.project_id is not null as hasProject, p.id as projectId, p.title, ${SETTLED}, ${OPEN}
      from ledger l ${ENDS} left join projects p on p.id = l.project_id and p.deleted_at_ms is null
      where ${OF_STRETCH} group by hasProject, p.id having settled + open > 0 order by settled + open desc, p.id`,
    args: { userId, ...stretch },
  });
  const rows = parseRows(projectSumsSchema, result);
  const without = rows.find(({ hasProject }) => !hasProject);
  return {
    projects: rows
      .filter(({ hasProject }) => hasProject)
      .map(({ projectId, title, ...sums }) => ({ projectId, title, ...inUsd(sums) })),
    withoutProject: inUsd(without ?? { settled: 0, open: 0 }),
  };
}

function inUsd({ settled, open }: { settled: number; open: number }): Sums {
  return { settledUsd: settled / MICRO, openUsd: open / MICRO };
}

/** Sets a person's cap, or takes it away (null). */
export function writeCap(userId: string, monthlyCapUsd: number | null, nowMs: number): Statement {
  if (monthlyCapUsd === null) return { sql: 'delete from spending_caps where user_id = :userId', args: { userId } };
  return {
    sql: `insert into spending_caps (user_id, monthly_cap_micro_usd, updated_at_ms) values (:userId, :cap, :nowMs)
      on conflict (user_id) do update set monthly_cap_micro_usd = excluded.monthly_cap_micro_usd, updated_at_ms = excluded.updated_at_ms`,
    args: { userId, cap: Math.round(monthlyCapUsd * MICRO), nowMs },
  };
}

/** Holds while a further amount stays within the person's cap. What costs nothing always does. */
export function expectWithinCap(userId: string, stretch: Stretch, amountUsd: number): Statement {
  return {
    sql: `insert into expectation (holds) select :amount = 0
        or not exists (select 1 from spending_caps where user_id = :userId)
        or (select settled + open from (${SUMS})) + :amount <= (select monthly_cap_micro_usd from spending_caps where user_id = :userId)`,
    args: { userId, ...stretch, amount: Math.round(amountUsd * MICRO) },
  };
}
