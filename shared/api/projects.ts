/** Calls about projects. Every changing call answers the whole changed row or rows. */
import { z } from 'zod';
import { aspectRatioSchema, modelIdSchema } from '../catalogue/models.ts';
import { genreIdSchema } from '../catalogue/genres.ts';
import { idSchema } from '../entities/id.ts';
import { movieAudioListSchema } from '../entities/movie-audio.ts';
import { projectSchema } from '../entities/project.ts';
import { sceneSchema } from '../entities/scene.ts';
import { writtenText } from '../entities/written-text.ts';
import { limits } from '../limits.ts';
import { requestWords } from './words.ts';

const title = writtenText().min(1).max(limits.titleLength);
const description = writtenText().min(1).max(limits.descriptionLength);

export const createProjectRequest = z.strictObject({
  /** Made by clients that work offline; the server makes one otherwise. */
  id: idSchema.optional(),
  title,
  description,
  targetLength: z
    .number()
    .int()
    .min(limits.targetLengthMinSeconds)
    .max(limits.targetLengthMaxSeconds)
    .multipleOf(limits.targetLengthStepSeconds),
  genres: z
    .array(genreIdSchema)
    .min(1)
    .max(limits.genresPerProject)
    .refine((ids) => new Set(ids).size === ids.length, requestWords.eachGenreOnce),
  model: modelIdSchema,
  aspectRatio: aspectRatioSchema,
});
export type CreateProjectRequest = z.infer<typeof createProjectRequest>;

/** A copy of the sample project. */
export const openSampleRequest = z.strictObject({ id: idSchema.optional() });
export type OpenSampleRequest = z.infer<typeof openSampleRequest>;

export const patchProjectRequest = z
  .strictObject({
    title: title.optional(),
    description: description.optional(),
    isPublic: z.boolean().optional(),
    /** Whether search engines may list its page; takes effect while it is public. */
    isIndexable: z.boolean().optional(),
    /** Another model makes the clips from here on; those that are there stay. */
    model: modelIdSchema.optional(),
    /** Whether every scene is brought to one loudness. */
    levelling: z.boolean().optional(),
    /** All music and voice-overs as they are to be. */
    audio: movieAudioListSchema.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, requestWords.nothingToChange);
export type PatchProjectRequest = z.infer<typeof patchProjectRequest>;

/**
 * A page of the list begins after the project that the page before ended with: when that was made, and its id. The reply
 * names the next page in a `Link` header (RFC 8288) with `rel="next"`; the last page has none.
 */
export const projectListQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}_[0-9a-f-]{36}$/, requestWords.pageName)
    .optional(),
});

export const projectReply = projectSchema;
export const projectListReply = z.array(projectSchema);
export const projectAndScenesReply = z.object({ project: projectSchema, scenes: z.array(sceneSchema) });
export type ProjectAndScenes = z.infer<typeof projectAndScenesReply>;

export const reorderScenesRequest = z.strictObject({
  scenes: z
    .array(
      z.strictObject({
        id: idSchema,
        sceneNumber: z.number().int().min(1).max(limits.scenesPerProject),
        isExtension: z.boolean(),
        parentSceneId: idSchema.nullable(),
        extensionIndex: z.number().int().nullable(),
      }),
    )
    .min(1)
    .max(limits.scenesPerProject * 4),
});
export type ReorderScenesRequest = z.infer<typeof reorderScenesRequest>;

/** Without ids: every scene that is pending or failed. */
export const generateVideosRequest = z.strictObject({
  sceneIds: z.array(idSchema).min(1).max(limits.scenesPerProject).optional(),
});

export const emptyRequest = z.strictObject({});
