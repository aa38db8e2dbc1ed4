/** Calls about scenes. */
import { z } from 'zod';
import { modelIdSchema } from '../catalogue/models.ts';
import { idSchema, sha256Schema } from '../entities/id.ts';
import { projectSchema } from '../entities/project.ts';
import {
  referencePicturesSchema,
  sceneMetadataSchema,
  sceneResolutionSchema,
  sceneSchema,
  sceneSourceSchema,
  stillSchema,
  transitionSchema,
} from '../entities/scene.ts';
import { textOverlaysSchema } from '../entities/text-overlay.ts';
import { writtenText } from '../entities/written-text.ts';
import { limits } from '../limits.ts';
import { requestWords } from './words.ts';

const title = writtenText().min(1).max(limits.titleLength);
const description = writtenText().min(1).max(limits.descriptionLength);

export const sceneListReply = z.array(sceneSchema);
export const sceneReply = sceneSchema;

/** What both kinds of scenes are created from: one to be generated, and one that plays an own clip. */
export const createSceneFields = z.strictObject({
  id: idSchema.optional(),
  title,
  /** A scene that plays an own clip needs none. */
  description: description.optional(),
  /** Seconds; of an own clip, its length. */
  duration: z.number().positive().max(limits.ownClipSeconds),
  source: sceneSourceSchema.optional(),
  /** The hash of an own file that the server has. */
  mediaId: sha256Schema.optional(),
  /** What that file was made of, so that it can be made anew with other settings. */
  still: stillSchema.optional(),
});
export const createSceneRequest = createSceneFields
  .refine(({ source, description: words }) => source === 'clip' || words !== undefined, {
    message: requestWords.describe,
    path: ['description'],
  })
  .refine(({ source, still }) => source === 'clip' || still === undefined, {
    message: requestWords.ownClip,
    path: ['still'],
  })
  .refine(({ source, mediaId }) => (source === 'clip') === (mediaId !== undefined), {
    message: requestWords.ownClip,
    path: ['mediaId'],
  });
export type CreateSceneRequest = z.infer<typeof createSceneRequest>;

export const patchSceneRequest = z
  .strictObject({
    title: title.optional(),
    description: description.optional(),
    negativePrompt: writtenText().max(limits.negativePromptLength).nullable().optional(),
    resolution: sceneResolutionSchema.optional(),
    /** Seconds, before the scene has a clip. */
    duration: z.number().positive().max(60).optional(),
    /** Before the scene has a clip; null for the project's. */
    model: modelIdSchema.nullable().optional(),
    trimStart: z.number().min(0).max(limits.ownClipSeconds).nullable().optional(),
    trimEnd: z.number().min(0).max(limits.ownClipSeconds).nullable().optional(),
    textOverlays: textOverlaysSchema.optional(),
    metadata: z.strictObject(sceneMetadataSchema.shape).optional(),
    referencePictures: referencePicturesSchema.optional(),
    continueFromPrevious: z.boolean().optional(),
    continueIntoNext: z.boolean().optional(),
    gainDb: sceneSchema.shape.gainDb.optional(),
    muted: z.boolean().optional(),
    fadeInSeconds: sceneSchema.shape.fadeInSeconds.unwrap().optional(),
    fadeOutSeconds: sceneSchema.shape.fadeOutSeconds.unwrap().optional(),
    /** To the next scene; null is a cut. */
    transition: z.strictObject(transitionSchema.shape).nullable().optional(),
    /** Of a scene that plays an own clip: the hash of the one that takes its place, and what that was made of. */
    remade: z.strictObject({ mediaId: sha256Schema, still: stillSchema }).optional(),
  })
  .refine((body) => Object.keys(body).length > 0, requestWords.nothingToChange)
  .refine((body) => body.trimStart == null || body.trimEnd == null || body.trimStart < body.trimEnd, {
    message: requestWords.trimPoints,
    path: ['trimStart'],
  });
export type PatchSceneRequest = z.infer<typeof patchSceneRequest>;

/** Whether a scene's clip can be extended now. */
export const sceneExtensionReply = z.object({
  available: z.boolean(),
  /** Why not, as a sentence; null when it can. */
  error: z.string().nullable(),
  /** What one extension adds; null where the scene's model can't extend clips. */
  seconds: z.number().nullable(),
});
export type SceneExtensionReply = z.infer<typeof sceneExtensionReply>;

export const generateSceneRequest = z.strictObject({ acceptSecondCharge: z.boolean().optional() });

/** Where a scene is cut in two, in seconds of its clip, and the id of the scene that plays what comes after. */
export const splitSceneRequest = z.strictObject({ atSeconds: z.number().min(0).max(3600), newSceneId: idSchema });
export type SplitSceneRequest = z.infer<typeof splitSceneRequest>;

/** The copy stands behind its scene, or at the end of another project of the same person. */
export const duplicateSceneRequest = z.strictObject({ newSceneId: idSchema, projectId: idSchema.optional() });
export type DuplicateSceneRequest = z.infer<typeof duplicateSceneRequest>;

/** The file that the scene's own clip had: bringing that one back is the same however often it is asked. */
export const restoreClipRequest = z.strictObject({ sha256: sha256Schema });

/** Deleting, restoring, adding: the project's version counts them, and neighbours are renumbered. */
export const projectScenesReply = z.object({ project: projectSchema, scenes: z.array(sceneSchema) });
