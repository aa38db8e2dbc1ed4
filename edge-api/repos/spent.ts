/** What the ledger says in detail: by day, and attempt by attempt. What cost nothing from the start is in neither. */
import { z } from 'zod';
import { attemptStates, spendingKinds } from '#shared/api/spending.ts';
import type { Db } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';
import type { Stretch } from './spending.ts';

const MICRO = 1_000_000;

const ENDS = `left join ledger s on s.job_id = l.job_id and s.attempt = l.attempt and s.entry = 'settle'
    left join ledger r on r.job_id = l.job_id and r.attempt = l.attempt and r.entry = 'release'`;
const KIND = `case when l.job_id like 'words/%' then 'text' when l.job_id like 'characters/%' then 'portrait' else 'clip' end`;
const SETTLED = 'coalesce(sum(s.amount_micro_usd), 0)';
const OPEN = 'coalesce(sum(case when s.id is null and r.id is null then l.amount_micro_usd else 0 end), 0)';

const usd = z.number().transform((micro) => micro / MICRO);
const originColumns = {
  projectId: z.string().nullable(),
  title: z.string().nullable(),
  kind: z.enum(spendingKinds),
  model: z.string().nullable(),
};

const dayRow = z.object({ day: z.string(), ...originColumns, spentUsd: usd, openUsd: usd });
export type SpentDay = z.output<typeof dayRow>;

/** What a person's attempts of a stretch of time come to, by the day (UTC) on which they began. */
export async function readSpendingByDay(db: Db, userId: string, stretch: Stretch): Promise<SpentDay[]> {
  const result = await db.execute({
    sql: `select date(l.created_at_ms / 1000, 'unixepoch') as day, p.id as projectId, p.title, ${KIND} as kind, l.model,
        ${SETTLED} as spentUsd, ${OPEN} as openUsd
      from ledger l ${ENDS} left join projects p on p.id = l.project_id and p.deleted_at_ms is null
      where l.user_id = :userId and l.entry = 'reserve' and l.amount_micro_usd > 0
        and l.created_at_ms >= :fromMs and l.created_at_ms < :untilMs
      group by day, p.id, kind, l.model having ${SETTLED} + ${OPEN} > 0 order by day, p.id, kind, l.model`,
    args: { userId, ...stretch },
  });
  return parseRows(dayRow, result);
}

const sumsRow = z.object({ spentUsd: usd, openUsd: usd });

/** The sums of one project since a time. */
export async function readProjectSpending(
  db: Db,
  userId: string,
  of: { projectId: string; sinceMs: number },
): Promise<z.output<typeof sumsRow>> {
  const result = await db.execute({
    sql: `select ${SETTLED} as spentUsd, ${OPEN} as openUsd from ledger l ${ENDS}
      where l.user_id = :userId and l.entry = 'reserve' and l.created_at_ms >= :sinceMs and l.project_id = :projectId`,
    args: { userId, ...of },
  });
  return parseFirst(sumsRow, result) ?? { spentUsd: 0, openUsd: 0 };
}

const attemptRow = z.object({
  id: z.string(),
  at: z.number(),
  ...originColumns,
  sceneNumber: z.number().int().nullable(),
  state: z.enum(attemptStates),
  reservedUsd: usd,
  amountUsd: usd,
  priceListDate: z.string(),
});
export type Attempt = z.output<typeof attemptRow>;

/** The last attempt of a page: the next page begins after it. */
export type AttemptPlace = { at: number; id: string };

/** Follows every attempt that there is: "g" comes after every digit of an id. */
const NEWEST: AttemptPlace = { at: Number.MAX_SAFE_INTEGER, id: 'g' };

/** A page of a person's attempts, of one project or of all (null), the newest first. */
export async function listAttempts(
  db: Db,
  page: { userId: string; projectId: string | null; before: AttemptPlace | null; limit: number },
): Promise<Attempt[]> {
  const { userId, projectId, before, limit } = page;
  const result = await db.execute({
    sql: `select l.id, l.created_at_ms as at, p.id as projectId, p.title, ${KIND} as kind, l.model, c.scene_number as sceneNumber,
        case when s.id is not null then 'charged' when r.id is not null then 'released' else 'open' end as state,
        l.amount_micro_usd as reservedUsd,
        case when s.id is not null then s.amount_micro_usd when r.id is not null then 0 else l.amount_micro_usd end as amountUsd,
        l.price_list_date as priceListDate
      from ledger l ${ENDS} left join projects p on p.id = l.project_id and p.deleted_at_ms is null
        left join jobs j on j.id = l.job_id left join scenes c on c.id = j.scene_id and c.deleted_at_ms is null
      where l.user_id = :userId and l.entry = 'reserve' and l.amount_micro_usd > 0 and l.created_at_ms <= :at
        and (l.created_at_ms < :at or l.id < :id) and (:projectId is null or l.project_id = :projectId)
      order by l.created_at_ms desc, l.id desc limit :limit`,
    args: { userId, projectId, limit, ...(before ?? NEWEST) },
  });
  return parseRows(attemptRow, result);
}
