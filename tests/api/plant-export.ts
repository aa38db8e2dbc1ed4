/** A finished export, as a worker leaves it. */
import type { PlantingApi, TestUser } from './harness.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { completeExport, insertExport, nameExportFile } from '#edge-api/repos/export-jobs.ts';
import { plantedReceipt } from '#tests/helpers/planted-writer.ts';

/** @returns its id */
export async function plantExport(
  { deps }: PlantingApi,
  { user, projectId }: { user: TestUser; projectId: string },
): Promise<string> {
  const nowMs = deps.now();
  const id = uuidv7(nowMs, deps.randomBytes(10));
  const blob = await deps.mediaStore.put(new Blob([`the movie of ${id}`]).stream(), { maxBytes: 1_000 });
  const movie = { resolution: '1080p', format: 'mp4', fileName: 'movie.mp4', movie: '{}', needsFfmpeg: false };
  await deps.db.batch(insertExport({ id, userId: user.id, projectId, ...movie, nowMs }), 'write');
  const lease = { id, leaseBy: 'planted' };
  await deps.db.execute({
    sql: `update export_jobs set status = 'processing', lease_by = :leaseBy, attempt = 1 where id = :id`,
    args: lease,
  });
  await nameExportFile(deps.db, lease, blob);
  const target = { width: 1920, height: 1080, format: 'mp4' as const };
  const receipt = plantedReceipt({ title: 'movie', frameCount: 96, seconds: 4, target, madeAt: nowMs }, blob);
  if (!(await completeExport(deps.db, lease, JSON.stringify(receipt), nowMs))) throw new Error('It was not completed.');
  return id;
}
