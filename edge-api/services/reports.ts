/** Abuse of the showcase: reports by anybody, and what operators do about them. */
import type { Report, ReportReason } from '#shared/api/reports.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import { deleteReport, insertReport, listReports } from '#edge-api/repos/reports.ts';
import { findPublicOwner } from '#edge-api/repos/showcase.ts';
import { isOperator } from './operators.ts';
import { patchProject } from './projects.ts';
import { publicRecord } from './showcase.ts';
import { reportWords } from './words.ts';

type ReportDeps = Pick<Deps, 'db' | 'now' | 'randomBytes' | 'log'>;
type OperatorDeps = Pick<Deps, 'db' | 'config'>;

/** @throws AppError `not_found`, `private` */
export async function reportProject(
  deps: ReportDeps,
  projectId: string,
  { reason, details }: { reason: ReportReason; details: string },
): Promise<void> {
  await publicRecord(deps, projectId);
  const nowMs = deps.now();
  const id = uuidv7(nowMs, deps.randomBytes(10));
  const [kept] = await deps.db.batch([insertReport({ id, projectId, reason, details, nowMs })], 'write');
  // Where no address is an operator’s, whoever runs the server learns of it here.
  if (kept?.rowsAffected === 1) deps.log.info('project_reported', { projectId, reason });
}

/** For others, what operators see does not exist. @throws AppError `not_found` */
async function requireOperator(deps: OperatorDeps, userId: string): Promise<void> {
  if (!(await isOperator(deps, userId))) throw new AppError('not_found', reportWords.notFound);
}

/** @throws AppError `not_found` for who is no operator, as the next one does */
export async function ownReports(deps: OperatorDeps, userId: string): Promise<Report[]> {
  await requireOperator(deps, userId);
  return listReports(deps.db, limits.reportsPage);
}

export async function dismissReport(deps: OperatorDeps, userId: string, id: string): Promise<void> {
  await requireOperator(deps, userId);
  if (!(await deleteReport(deps.db, id))) throw new AppError('not_found', reportWords.notFound);
}

/**
 * Takes a project out of the showcase, for its owner or an operator. It is an edit like the owner's own, so every browser
 * of theirs hears of it, and the history says who made it.
 * @throws AppError `not_found` for anybody else, and where it isn't public
 */
export async function unpublish(deps: ReportDeps & OperatorDeps, userId: string, projectId: string): Promise<void> {
  const ownerId = await findPublicOwner(deps.db, projectId);
  if (ownerId !== userId) await requireOperator(deps, userId);
  if (ownerId === null) throw new AppError('not_found', reportWords.notFound);
  const isByOperator = ownerId !== userId;
  const device = isByOperator ? { id: uuidv7(deps.now(), deps.randomBytes(10)), name: reportWords.operator } : null;
  const call = { userId: ownerId, key: null, ifMatch: null, madeOn: null, device, fingerprint: '' };
  await patchProject(deps, call, projectId, { isPublic: false });
  deps.log.info('project_unpublished', { projectId, isByOperator });
}
