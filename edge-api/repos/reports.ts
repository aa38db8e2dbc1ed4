/** What people report about public projects. */
import { z } from 'zod';
import type { Report, ReportReason } from '#shared/api/reports.ts';
import { reportReasons } from '#shared/api/reports.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { flagColumn, parseRows } from '#edge-api/db/rows.ts';

/** More about one project tell an operator nothing new. */
const KEPT_PER_PROJECT = 20;

/** Keeps a report, unless there are enough about its project. */
export function insertReport(report: {
  id: string;
  projectId: string;
  reason: ReportReason;
  details: string;
  nowMs: number;
}): Statement {
  return {
    sql: `insert into showcase_reports (id, project_id, reason, details, created_at_ms)
      select :id, :projectId, :reason, :details, :nowMs
      where (select count(*) from showcase_reports where project_id = :projectId) < ${KEPT_PER_PROJECT}`,
    args: report,
  };
}

const reportRow = z.object({
  id: z.string(),
  projectId: z.string(),
  title: z.string(),
  isPublic: flagColumn,
  reason: z.enum(reportReasons),
  details: z.string(),
  at: z.number(),
});

/** The newest reports about projects that are still there. */
export async function listReports(db: Db, limit: number): Promise<Report[]> {
  const sql = `select r.id, r.project_id as projectId, p.title, p.is_public as isPublic, r.reason, r.details, r.created_at_ms as at
    from showcase_reports r join projects p on p.id = r.project_id where p.deleted_at_ms is null and r.created_at_ms >= 0
    order by r.created_at_ms desc, r.id desc limit :limit`;
  return parseRows(reportRow, await db.execute({ sql, args: { limit } }));
}

/** @returns whether there was such a report */
export async function deleteReport(db: Db, id: string): Promise<boolean> {
  return (await db.execute({ sql: 'delete from showcase_reports where id = :id', args: { id } })).rowsAffected === 1;
}

/** Forgets reports from before a time. */
export function purgeReports(beforeMs: number, limit: number): Statement {
  return {
    sql: `delete from showcase_reports where id in
      (select id from showcase_reports where created_at_ms < :beforeMs limit :limit)`,
    args: { beforeMs, limit },
  };
}
