/**
 * Everything that a person can do to a document, as plain data. One change says both what happens to the rows here and
 * what is sent to the server: `document/apply-change.ts` does the one, `sync/change-request.ts` the other.
 */
import { z } from 'zod';
import { addCharacterRequest, patchCharacterRequest } from '#shared/api/characters.ts';
import { createProjectRequest, patchProjectRequest } from '#shared/api/projects.ts';
import { createSceneFields, patchSceneRequest } from '#shared/api/scenes.ts';
import { characterReferenceSchema } from '#shared/entities/character-reference.ts';
import { idSchema, sha256Schema } from '#shared/entities/id.ts';
import { audioEditSchema } from '#shared/entities/movie-audio.ts';
import { ownClipSchema } from '#shared/entities/own-file.ts';
import { sceneClipSchema, sceneSchema, stillSchema } from '#shared/entities/scene.ts';
import { textOverlaySchema } from '#shared/entities/text-overlay.ts';

/** Milliseconds since the epoch. */
const at = z.number();

export const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create-project'),
    userId: idSchema,
    body: createProjectRequest.extend({ id: idSchema }),
    at,
  }),
  z.object({ kind: z.literal('patch-project'), patch: patchProjectRequest }),
  /** Music and voice-overs: together with whatever another device does to other pieces, or other fields of these. */
  z.object({ kind: z.literal('edit-audio'), edits: z.array(audioEditSchema).min(1) }),
  z.object({ kind: z.literal('delete-project') }),
  /** Without a picture, unless it was deleted before. */
  z.object({ kind: z.literal('add-character'), characterId: idSchema, body: addCharacterRequest.omit({ id: true }) }),
  z.object({ kind: z.literal('patch-character'), characterId: idSchema, patch: patchCharacterRequest }),
  z.object({ kind: z.literal('delete-character'), characterId: idSchema }),
  /** A deleted character as it was, and its place counted from 0. */
  z.object({
    kind: z.literal('restore-character'),
    characterId: idSchema,
    character: characterReferenceSchema,
    place: z.number().int(),
  }),
  /** `clip`: the own file that it plays. It is sent when the server has that file. */
  z.object({
    kind: z.literal('add-scene'),
    body: createSceneFields.extend({ id: idSchema }),
    at,
    clip: ownClipSchema.optional(),
  }),
  z.object({ kind: z.literal('patch-scene'), sceneId: idSchema, patch: patchSceneRequest }),
  /** The clip of a picture or a title card, made anew. It is sent when the server has that file. */
  z.object({ kind: z.literal('remake-still'), sceneId: idSchema, still: stillSchema, clip: ownClipSchema }),
  /** Single texts of a scene; others that were edited elsewhere stay as they are. */
  z.object({
    kind: z.literal('patch-texts'),
    sceneId: idSchema,
    texts: z.array(
      z.object({
        before: textOverlaySchema.nullable(),
        after: textOverlaySchema.nullable(),
        place: z.number().int().min(0),
      }),
    ),
  }),
  /** In seconds of its clip: what comes after is played by a scene of its own. */
  z.object({
    kind: z.literal('split-scene'),
    sceneId: idSchema,
    atSeconds: z.number(),
    newSceneId: idSchema,
    at,
  }),
  /**
   * The copy stands behind its scene; last if that is in another project or deleted, where `from` is what was known of it:
   * its own row and those of its extensions.
   */
  z.object({
    kind: z.literal('duplicate-scene'),
    sceneId: idSchema,
    newSceneId: idSchema,
    at,
    from: z.object({ projectId: idSchema, rows: z.array(sceneSchema).min(1) }).optional(),
  }),
  /** Its extension segments go with it, and stay in the ground until it is restored. */
  z.object({ kind: z.literal('delete-scene'), sceneId: idSchema, at }),
  z.object({ kind: z.literal('restore-scene'), sceneId: idSchema }),
  /** The clips of a scene and of its extensions as they once were; `sha256` is the file of the scene's own one. */
  z.object({
    kind: z.literal('restore-clip'),
    sceneId: idSchema,
    sha256: sha256Schema,
    clips: z.array(sceneClipSchema),
  }),
  /** Ids of the scenes in their new order, without extension segments. One that is not listed comes after those that are. */
  z.object({ kind: z.literal('reorder-scenes'), order: z.array(idSchema) }),
]);
export type Change = z.infer<typeof changeSchema>;
