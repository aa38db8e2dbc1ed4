/** What happened to projects. Bounded: the newest 500 entries of a project, none older than thirty days. */
import { z } from 'zod';
import {
  fieldChangeSchema,
  type DeviceIdentity,
  type FieldChange,
  type HistoryEntry,
  type HistoryKind,
} from '#shared/entities/history.ts';
import { limits } from '#shared/limits.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { jsonColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';
import { numberJson } from './json-columns.ts';

export type NewEntry = {
  id: string;
  projectId: string;
  kind: HistoryKind;
  scene: { id: string; sceneNumber: number } | null;
  version: number | null;
  device: DeviceIdentity | null;
  opKey: string | null;
  fields: readonly FieldChange[];
  nowMs: number;
};

const NEXT_PLACE = '(select coalesce(max(place), 0) + 1 from history where project_id = :projectId)';

/** Writes an entry, and removes those of its project that are too many. */
export function insertEntry(entry: NewEntry): Statement[] {
  const { id, projectId, kind, scene, version, device, opKey, fields, nowMs } = entry;
  return [
    {
      sql: `insert into history (project_id, place, id, scene_id, scene_number, kind, version, device_id, device_name, op_key, fields, at_ms)
        values (:projectId, ${NEXT_PLACE}, :id, :sceneId, :sceneNumber, :kind, :version, :deviceId, :deviceName, :opKey, :fields, :nowMs)`,
      args: {
        id,
        projectId,
        kind,
        version,
        opKey,
        nowMs,
        sceneId: scene?.id ?? null,
        sceneNumber: scene?.sceneNumber ?? null,
        deviceId: device?.id ?? null,
        deviceName: device?.name ?? null,
        fields: JSON.stringify(fields),
      },
    },
    keepNewest(projectId),
  ];
}

/**
 * Writes that a scene's clip was made, or made longer, with the out point that it then loses: for batches in which that is
 * cleared afterwards. Nothing, when the scene is gone.
 */
export function insertClipEntry(clip: { id: string; projectId: string; sceneId: string; nowMs: number }): Statement[] {
  return [
    {
      sql: `insert into history (project_id, place, id, scene_id, scene_number, kind, fields, at_ms)
        select s.project_id, ${NEXT_PLACE}, :id, coalesce(s.parent_scene_id, s.id), s.scene_number,
          case when p.id is null then 'make-clip' else 'extend-clip' end,
          case when p.trim_end is null then '[]' else json_array(
            json_object('field', 'trimStart', 'before', ${numberJson('p.trim_start')}, 'after', ${numberJson('p.trim_start')}, 'replaced', null),
            json_object('field', 'trimEnd', 'before', ${numberJson('p.trim_end')}, 'after', null, 'replaced', null)) end, :nowMs
        from scenes s left join scenes p on p.id = s.parent_scene_id
        where s.id = :sceneId and s.project_id = :projectId and s.deleted_at_ms is null`,
      args: clip,
    },
    keepNewest(clip.projectId),
  ];
}

function keepNewest(projectId: string): Statement {
  return {
    sql: `delete from history where project_id = :projectId
      and place <= (select max(place) from history where project_id = :projectId) - ${limits.historyEntries}`,
    args: { projectId },
  };
}

const deviceColumns = { deviceId: z.string().nullable(), deviceName: z.string().nullable() };

const entryRow = z
  .object({
    id: z.string(),
    projectId: z.string(),
    place: z.number().int(),
    kind: z.string(),
    sceneId: z.string().nullable(),
    sceneNumber: z.number().int().nullable(),
    ...deviceColumns,
    opKey: z.string().nullable(),
    fields: jsonColumn(z.array(fieldChangeSchema)),
    at: z.number(),
  })
  .transform(({ deviceId, deviceName, ...entry }): HistoryEntry => ({
    ...entry,
    device: deviceOf(deviceId, deviceName),
  }));

/** A page of a project's entries, the newest first. Whose project it is was asked before. */
export async function listEntries(
  db: Db,
  page: { projectId: string; before: number | null; limit: number },
): Promise<HistoryEntry[]> {
  const { projectId, limit } = page;
  const result = await db.execute({
    sql: `select id, project_id as projectId, place, kind, scene_id as sceneId, scene_number as sceneNumber, device_id as deviceId,
        device_name as deviceName, op_key as opKey, fields, at_ms as at
      from history where project_id = :projectId and place < :before order by place desc limit :limit`,
    args: { projectId, limit, before: page.before ?? Number.MAX_SAFE_INTEGER },
  });
  return parseRows(entryRow, result);
}

/** The place of a project's newest entry; 0 when it has none. */
export async function newestPlace(db: Db, projectId: string): Promise<number> {
  const sql = 'select coalesce(max(place), 0) as place from history where project_id = :projectId';
  return parseFirst(z.object({ place: z.number() }), await db.execute({ sql, args: { projectId } }))?.place ?? 0;
}

const laterEdit = z
  .object({ ...deviceColumns, fields: jsonColumn(z.array(fieldChangeSchema)), at: z.number() })
  .transform(({ deviceId, deviceName, ...edit }) => ({ ...edit, device: deviceOf(deviceId, deviceName) }));
export type LaterEdit = z.infer<typeof laterEdit>;

/**
 * The edits that brought a row past a version, the latest first.
 * @param row a scene, or with `sceneId` null the project itself
 */
export async function listEditsSince(
  db: Db,
  row: { projectId: string; sceneId: string | null; version: number },
): Promise<LaterEdit[]> {
  const result = await db.execute({
    sql: `select device_id as deviceId, device_name as deviceName, fields, at_ms as at from history
      where project_id = :projectId and scene_id is :sceneId and version > :version and fields <> '[]' order by place desc`,
    args: row,
  });
  return parseRows(laterEdit, result);
}

/** Removes what happened before a time. */
export function purgeHistory(beforeMs: number, limit: number): Statement {
  return {
    sql: `delete from history where (project_id, place) in
      (select project_id, place from history where at_ms < :beforeMs limit :limit)`,
    args: { beforeMs, limit },
  };
}

/** Removes everything that happened to a project. */
export function forgetHistory(projectId: string): Statement {
  return { sql: 'delete from history where project_id = :projectId', args: { projectId } };
}

function deviceOf(id: string | null, name: string | null): DeviceIdentity | null {
  return id === null || name === null ? null : { id, name };
}
