/** Versions of projects. They are written once and never changed. */
import { z } from 'zod';
import type { DeviceIdentity } from '#shared/entities/history.ts';
import { versionReasonSchema, type VersionSummary } from '#shared/entities/version.ts';
import { limits } from '#shared/limits.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

/** With its document as it is stored. */
export type StoredVersion = VersionSummary & { document: ArrayBuffer };
type NewVersion = StoredVersion & { userId: string; nowMs: number };

/** Writes a version. One that is there stays as it is. */
export function insertVersion({
  id,
  projectId,
  userId,
  at,
  reason,
  name,
  device,
  document,
  nowMs,
}: NewVersion): Statement {
  return {
    sql: `insert into versions (project_id, id, user_id, at_ms, reason, name, device_id, device_name, size_bytes, created_at_ms, document)
        values (:projectId, :id, :userId, :at, :reason, :name, :deviceId, :deviceName, :sizeBytes, :nowMs, :document)
        on conflict (project_id, id) do nothing`,
    args: {
      ...{ id, projectId, userId, at, reason, name, document, nowMs },
      ...{ deviceId: device?.id ?? null, deviceName: device?.name ?? null, sizeBytes: document.byteLength },
    },
  };
}

export function deleteVersions({ projectId, ids }: { projectId: string; ids: readonly string[] }): Statement {
  return {
    sql: 'delete from versions where project_id = :projectId and id in (select value from json_each(:ids))',
    args: { projectId, ids: JSON.stringify(ids) },
  };
}

const COLUMNS = `id, project_id as projectId, at_ms as at, reason, name, device_id as deviceId, device_name as deviceName`;

const columns = {
  id: z.string(),
  projectId: z.string(),
  at: z.number(),
  reason: versionReasonSchema,
  name: z.string().nullable(),
  deviceId: z.string().nullable(),
  deviceName: z.string().nullable(),
};
const summaryRow = z.object(columns).transform(withDevice);
const wholeRow = z.object({ ...columns, document: z.instanceof(ArrayBuffer) }).transform(withDevice);

/** The newest first. Whose project it is was asked before. */
export async function listVersions(db: Db, projectId: string): Promise<VersionSummary[]> {
  const sql = `select ${COLUMNS} from versions where project_id = :projectId order by at_ms desc, id desc limit :limit`;
  const limit = limits.versionsNamed + 2 * limits.versionsAutomatic;
  return parseRows(summaryRow, await db.execute({ sql, args: { projectId, limit } }));
}

export async function findVersion(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
): Promise<StoredVersion | null> {
  const sql = `select ${COLUMNS}, document from versions where project_id = :projectId and id = :id`;
  return parseFirst(wholeRow, await db.execute({ sql, args: { projectId, id } }));
}

const { id, at, reason, name } = columns;
const sizeRow = z.object({ id, at, reason, name, sizeBytes: z.number() });

/** A project's versions, and how large their documents are as they are stored, the newest first. */
export async function listVersionSizes(db: Db, projectId: string): Promise<z.output<typeof sizeRow>[]> {
  const sql = `select id, at_ms as at, reason, name, size_bytes as sizeBytes from versions
    where project_id = :projectId order by at_ms desc, id desc`;
  return parseRows(sizeRow, await db.execute({ sql, args: { projectId } }));
}

/** Several at once, the newest first. One that has gone is left out. */
export async function findVersions(
  db: Db,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<StoredVersion[]> {
  const sql = `select ${COLUMNS}, document from versions
    where project_id = :projectId and id in (select value from json_each(:ids)) order by at_ms desc, id desc`;
  return parseRows(wholeRow, await db.execute({ sql, args: { projectId, ids: JSON.stringify(ids) } }));
}

const markRow = z.object({ count: z.number(), newest: z.string().nullable() });

/** Changes with every version that comes or goes. */
export async function versionsMark(db: Db, projectId: string): Promise<string> {
  const sql = `select count(*) as count, max(created_at_ms || ' ' || id) as newest from versions where project_id = :projectId`;
  const mark = parseFirst(markRow, await db.execute({ sql, args: { projectId } }));
  return `${mark?.count ?? 0} ${mark?.newest ?? ''}`;
}

/** Removes what came before a time. */
export function purgeVersions(beforeMs: number, limit: number): Statement {
  return {
    sql: `delete from versions where (project_id, id) in
      (select project_id, id from versions where created_at_ms < :beforeMs limit :limit)`,
    args: { beforeMs, limit },
  };
}

/** Removes all versions of a project. */
export function forgetVersions(projectId: string): Statement {
  return { sql: 'delete from versions where project_id = :projectId', args: { projectId } };
}

type DeviceColumns = { deviceId: string | null; deviceName: string | null };

function withDevice<Row extends DeviceColumns>({
  deviceId,
  deviceName,
  ...row
}: Row): Omit<Row, keyof DeviceColumns> & { device: DeviceIdentity | null } {
  return { ...row, device: deviceId === null || deviceName === null ? null : { id: deviceId, name: deviceName } };
}
