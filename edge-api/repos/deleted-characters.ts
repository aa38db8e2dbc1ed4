/** Characters that were deleted and can be restored for a while. Their pictures stay with the project until then. */
import { z } from 'zod';
import { characterReferenceSchema, type CharacterReference } from '#shared/entities/character-reference.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { jsonColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';

/** A character of a project. */
type Place = { projectId: string; characterId: string };

const deletedSchema = z.object({ character: jsonColumn(characterReferenceSchema), place: z.number().int() });

/** A deleted character, and the place that it had among the others, counted from 0; null when it isn't kept. */
export async function findDeletedCharacter(db: Db, place: Place): Promise<z.infer<typeof deletedSchema> | null> {
  const result = await db.execute({
    sql: 'select character, place from deleted_characters where project_id = :projectId and character_id = :characterId',
    args: place,
  });
  return parseFirst(deletedSchema, result);
}

export function keepDeletedCharacter(deleted: {
  projectId: string;
  character: CharacterReference;
  place: number;
  sha256: string | null;
  nowMs: number;
}): Statement {
  const { character, ...rest } = deleted;
  return {
    sql: `insert or replace into deleted_characters (project_id, character_id, character, place, sha256, deleted_at_ms)
      values (:projectId, :characterId, :character, :place, :sha256, :nowMs)`,
    args: { ...rest, characterId: character.id, character: JSON.stringify(character) },
  };
}

export function forgetDeletedCharacter({ projectId, characterId }: Place): Statement {
  return {
    sql: 'delete from deleted_characters where project_id = :projectId and character_id = :characterId',
    args: { projectId, characterId },
  };
}

const expiredSchema = z.object({
  projectId: z.string(),
  characterId: z.string(),
  sha256: z.string().nullable(),
  shown: jsonColumn(z.array(characterReferenceSchema)),
});
/** A character that was deleted long ago, and those that its project shows now. */
export type ExpiredCharacter = z.infer<typeof expiredSchema>;

export async function findExpiredCharacters(db: Db, beforeMs: number, limit: number): Promise<ExpiredCharacter[]> {
  const result = await db.execute({
    sql: `select d.project_id as projectId, d.character_id as characterId, d.sha256, p.character_references as shown
      from deleted_characters d join projects p on p.id = d.project_id where d.deleted_at_ms < :beforeMs limit :limit`,
    args: { beforeMs, limit },
  });
  return parseRows(expiredSchema, result);
}

/** Takes a picture from a project, unless another of its deleted characters had it. */
export function hideDeletedPicture({ projectId, sha256 }: { projectId: string; sha256: string }): Statement {
  return {
    sql: `delete from picture_refs where project_id = :projectId and sha256 = :sha256
      and not exists (select 1 from deleted_characters where project_id = :projectId and sha256 = :sha256)`,
    args: { projectId, sha256 },
  };
}
