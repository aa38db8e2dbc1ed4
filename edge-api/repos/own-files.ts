/** People's own files, and uploads of them that aren't complete. */
import { z } from 'zod';
import { toldFactsSchema, type ToldFacts } from '#shared/api/uploads.ts';
import { ownFileSchema, type OwnFile, type OwnFileKind } from '#shared/entities/own-file.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { jsonColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';

const fileRow = z
  .object({
    sha256: z.string(),
    kind: z.string(),
    name: z.string(),
    sizeBytes: z.number(),
    type: z.string(),
    facts: jsonColumn(z.unknown()),
    createdAt: z.number(),
  })
  .pipe(ownFileSchema);
const FILE_COLUMNS =
  'sha256, kind, name, size_bytes as sizeBytes, content_type as type, facts, created_at_ms as createdAt';

export async function findOwnFile(db: Db, userId: string, sha256: string): Promise<OwnFile | null> {
  const sql = `select ${FILE_COLUMNS} from own_files where user_id = :userId and sha256 = :sha256`;
  return parseFirst(fileRow, await db.execute({ sql, args: { userId, sha256 } }));
}

/**
 * A sound file that a public project plays, by the project of whoever brought it: a hash that somebody else writes into a
 * project of theirs shows nothing. In a piece, `mediaId` follows other fields; a take, which isn't played, begins with it.
 */
export async function findPublicSound(db: Db, sha256: string): Promise<OwnFile | null> {
  const sql = `select ${FILE_COLUMNS} from own_files
    where sha256 = :sha256 and kind = 'sound' and exists (
      select 1 from projects p
      where p.user_id = own_files.user_id and p.is_public = 1 and p.deleted_at_ms is null
        and instr(p.audio, ',"mediaId":"' || own_files.sha256 || '"') > 0) limit 1`;
  return parseFirst(fileRow, await db.execute({ sql, args: { sha256 } }));
}

/** The oldest first. */
export async function listOwnFilesOf(db: Db, userId: string): Promise<OwnFile[]> {
  const sql = `select ${FILE_COLUMNS} from own_files where user_id = :userId order by created_at_ms, sha256`;
  return parseRows(fileRow, await db.execute({ sql, args: { userId } }));
}

export function insertOwnFile(userId: string, { facts, ...file }: OwnFile): Statement {
  return {
    sql: `insert into own_files (user_id, sha256, kind, name, size_bytes, content_type, facts, created_at_ms)
      values (:userId, :sha256, :kind, :name, :sizeBytes, :type, :facts, :createdAt) on conflict do nothing`,
    args: { ...file, userId, facts: JSON.stringify(facts) },
  };
}

/** Title of a project of theirs whose music is this file, also as a recording that isn't played; null for none. */
export async function findProjectNeeding(db: Db, userId: string, sha256: string): Promise<string | null> {
  const sql = `select title from projects p
    where user_id = :userId and deleted_at_ms is null and (instr(audio, :sha256) > 0
      or exists (select 1 from scenes s where s.project_id = p.id and (instr(s.still, :sha256) > 0 or instr(s.reference_pictures, :sha256) > 0))) order by id limit 1`;
  return (
    parseFirst(z.object({ title: z.string() }), await db.execute({ sql, args: { userId, sha256 } }))?.title ?? null
  );
}

export function deleteOwnFile(userId: string, sha256: string): Statement {
  return {
    sql: 'delete from own_files where user_id = :userId and sha256 = :sha256',
    args: { userId, sha256 },
  };
}

const uploadRow = z.object({
  id: z.string(),
  sha256: z.string(),
  kind: z.enum(['clip', 'picture', 'sound']),
  name: z.string(),
  sizeBytes: z.number(),
  facts: jsonColumn(toldFactsSchema).nullable(),
});
export type Upload = z.output<typeof uploadRow>;
const UPLOAD_COLUMNS = 'id, sha256, kind, name, size_bytes as sizeBytes, facts';

export async function findUpload(db: Db, userId: string, id: string): Promise<Upload | null> {
  const sql = `select ${UPLOAD_COLUMNS} from uploads where id = :id and user_id = :userId`;
  return parseFirst(uploadRow, await db.execute({ sql, args: { userId, id } }));
}

export async function findUploadOf(db: Db, userId: string, sha256: string): Promise<Upload | null> {
  const sql = `select ${UPLOAD_COLUMNS} from uploads where user_id = :userId and sha256 = :sha256`;
  return parseFirst(uploadRow, await db.execute({ sql, args: { userId, sha256 } }));
}

/** The same file sent by two devices is one upload. */
export function insertUpload(upload: {
  id: string;
  userId: string;
  sha256: string;
  kind: OwnFileKind;
  name: string;
  sizeBytes: number;
  facts: ToldFacts | null;
  nowMs: number;
}): Statement {
  return {
    sql: `insert into uploads (id, user_id, sha256, kind, name, size_bytes, facts, created_at_ms, touched_at_ms)
      values (:id, :userId, :sha256, :kind, :name, :sizeBytes, :facts, :nowMs, :nowMs) on conflict do nothing`,
    args: { ...upload, facts: upload.facts === null ? null : JSON.stringify(upload.facts) },
  };
}

export function deleteUpload(id: string): Statement {
  return { sql: 'delete from uploads where id = :id', args: { id } };
}

/** @returns nothing is written for an upload that has gone meanwhile: see `rowsAffected` */
export function putPart(part: {
  uploadId: string;
  number: number;
  sha256: string;
  sizeBytes: number;
  nowMs: number;
}): Statement[] {
  return [
    {
      sql: `insert into upload_parts (upload_id, number, sha256, size_bytes)
        select :uploadId, :number, :sha256, :sizeBytes where exists (select 1 from uploads where id = :uploadId)
        on conflict (upload_id, number) do update set sha256 = excluded.sha256, size_bytes = excluded.size_bytes`,
      args: { uploadId: part.uploadId, number: part.number, sha256: part.sha256, sizeBytes: part.sizeBytes },
    },
    {
      sql: 'update uploads set touched_at_ms = :nowMs where id = :uploadId',
      args: { uploadId: part.uploadId, nowMs: part.nowMs },
    },
  ];
}

const partRow = z.object({ number: z.number(), sha256: z.string(), sizeBytes: z.number() });
export type StoredPart = z.output<typeof partRow>;

/** In their order. */
export async function listParts(db: Db, uploadId: string): Promise<StoredPart[]> {
  const sql =
    'select number, sha256, size_bytes as sizeBytes from upload_parts where upload_id = :uploadId order by number';
  return parseRows(partRow, await db.execute({ sql, args: { uploadId } }));
}

/** Uploads of which nothing came since a time. Their parts go with them. */
export function deleteOldUploads(beforeMs: number, limit: number): Statement {
  return {
    sql: 'delete from uploads where id in (select id from uploads where touched_at_ms < :beforeMs limit :limit)',
    args: { beforeMs, limit },
  };
}

/** Own files and open uploads of a person, and the bytes that the latter will have. */
export async function countOwnFiles(
  db: Db,
  userId: string,
): Promise<{ files: number; uploads: number; uploadBytes: number }> {
  const row = z.object({ files: z.number(), uploads: z.number(), uploadBytes: z.number() });
  const sql = `select (select count(*) from own_files where user_id = :userId) as files,
    (select count(*) from uploads where user_id = :userId) as uploads,
    (select coalesce(sum(size_bytes), 0) from uploads where user_id = :userId) as uploadBytes`;
  const found = parseFirst(row, await db.execute({ sql, args: { userId } }));
  return found ?? { files: 0, uploads: 0, uploadBytes: 0 };
}
