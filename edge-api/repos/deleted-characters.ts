/** Characters that were deleted and can be restored for a while. Their pictures stay with the project until then. */
import { z } from 'zod';
import { characterReferenceSchema } from '#shared/entities/character-reference.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { jsonColumn, parseFirst } from '#edge-api/db/rows.ts';

const deletedCharacterSchema = z.object({
  character: characterReferenceSchema,
  /** Among the project's characters, counted from 0. */
  place: z.number().int(),
  /** Of its picture; null where it had none. */
  sha256: z.string().nullable(),
  deletedAtMs: z.number().int(),
});
export type DeletedCharacter = z.infer<typeof deletedCharacterSchema>;

/** The newest last. */
export async function readDeletedCharacters(db: Db, projectId: string): Promise<DeletedCharacter[]> {
  const result = await db.execute({
    sql: 'select deleted_characters as list from projects where id = :projectId',
    args: { projectId },
  });
  return parseFirst(z.object({ list: jsonColumn(z.array(deletedCharacterSchema)) }), result)?.list ?? [];
}

export function writeDeletedCharacters(projectId: string, list: readonly DeletedCharacter[]): Statement {
  return {
    sql: 'update projects set deleted_characters = :list where id = :projectId',
    args: { projectId, list: JSON.stringify(list) },
  };
}

/** Forgets characters that were deleted before a time, with pictures that nothing else shows. */
export function purgeDeletedCharacters(beforeMs: number): Statement[] {
  const isOld = `d.value ->> 'deletedAtMs' < :beforeMs`;
  return [
    {
      sql: `delete from picture_refs where exists (select 1 from projects p, json_each(p.deleted_characters) d
          where p.id = picture_refs.project_id and ${isOld} and d.value ->> 'sha256' = picture_refs.sha256)
        and not exists (select 1 from projects p, json_each(p.character_references) c
          where p.id = picture_refs.project_id and c.value ->> 'imageUrl' like '%/' || picture_refs.sha256)
        and not exists (select 1 from projects p, json_each(p.deleted_characters) d
          where p.id = picture_refs.project_id and not ${isOld} and d.value ->> 'sha256' = picture_refs.sha256)`,
      args: { beforeMs },
    },
    {
      sql: `update projects set deleted_characters = (select json_group_array(json(d.value)) from json_each(projects.deleted_characters) d
          where not ${isOld})
        where deleted_characters <> '[]' and exists (select 1 from json_each(projects.deleted_characters) d where ${isOld})`,
      args: { beforeMs },
    },
  ];
}
