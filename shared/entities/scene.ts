/** One scene, or one extension segment of a scene. Times are seconds of the clip unless they say otherwise. */
import { z } from 'zod';
import { idSchema, sha256Schema } from './id.ts';
import { textOverlaysSchema } from './text-overlay.ts';
import { modelIdSchema } from '../catalogue/models.ts';
import { cameraAngleSchema, moodSchema } from '../catalogue/shot-words.ts';
import { limits } from '../limits.ts';
import { stillSettingsSchema } from '../movie/still-box.ts';

export const sceneStatusSchema = z.enum(['pending', 'generating', 'complete', 'failed']);
export type SceneStatus = z.infer<typeof sceneStatusSchema>;

export const sceneResolutionSchema = z.enum(['720p', '1080p']);
export type SceneResolution = z.infer<typeof sceneResolutionSchema>;

/** Where its clip comes from: a video model, or a file of the person's own. */
export const sceneSourceSchema = z.enum(['generated', 'clip']);

export const sceneMetadataSchema = z.object({
  cameraAngle: cameraAngleSchema.nullable(),
  mood: moodSchema.nullable(),
  lighting: z.string().max(300).nullable(),
  movement: z.string().max(300).nullable(),
});
export type SceneMetadata = z.infer<typeof sceneMetadataSchema>;

/** How a scene goes over into the next one. */
export const transitionSchema = z.object({
  kind: z.enum(['crossfade', 'fade-black']),
  seconds: z.number().min(limits.transitionMinSeconds).max(limits.transitionMaxSeconds),
  /** Whether sound goes over along with the picture; else it is cut in the middle. */
  sound: z.boolean().default(true),
});
export type Transition = z.infer<typeof transitionSchema>;

/** What a scene's clip was made of in a browser, and how: a picture, or a background alone. */
export const stillSchema = z.strictObject({
  /** The own file that is the picture; null for a title card. */
  picture: sha256Schema.nullable(),
  settings: stillSettingsSchema,
});
export type SceneStill = z.infer<typeof stillSchema>;

/** An own picture that the model is to go by. */
export const referencePictureSchema = z.strictObject({
  /** The own file that is the picture. */
  picture: sha256Schema,
  /** Whom or what it shows; may be empty. */
  shows: z.string().max(limits.referenceWordsLength),
});
export type ReferencePicture = z.infer<typeof referencePictureSchema>;
export const referencePicturesSchema = z.array(referencePictureSchema).max(limits.referencePictures);

export const sceneSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  sceneNumber: z.number().int().min(1),
  title: z.string().max(limits.titleLength),
  description: z.string().max(limits.descriptionLength),
  /** What the video model is asked; written by the breakdown, composed anew when the words around it change. */
  prompt: z.string().max(limits.promptLength),
  negativePrompt: z.string().max(limits.negativePromptLength).nullable(),
  resolution: sceneResolutionSchema,
  /** Asked length in seconds; on an extension row, the seconds it adds. */
  duration: z.number().positive(),
  /** The video model of its clip; null for the project's. Extension rows have none: their scene's counts. */
  model: modelIdSchema.nullable().default(null),
  status: sceneStatusSchema,
  source: sceneSourceSchema.default('generated'),
  /** Null for a clip that no picture was made into. */
  still: stillSchema.nullable().default(null),
  referencePictures: referencePicturesSchema.default([]),
  videoUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  isExtension: z.boolean(),
  parentSceneId: idSchema.nullable(),
  extensionIndex: z.number().int().nullable(),
  /** In point and out point, or null for the clip's own ends. */
  trimStart: z.number().min(0).nullable(),
  trimEnd: z.number().min(0).nullable(),
  textOverlays: textOverlaysSchema,
  metadata: sceneMetadataSchema,
  errorMessage: z.string().nullable(),
  /** A sentence on what a live job is waiting for. */
  note: z.string().nullable(),
  /** When its clip took its place in line, in milliseconds since the epoch; null once that was sent, and while there is none. */
  queuedAt: z.number().nullable().default(null),
  /** Whether `errorMessage` speaks of a request whose answer was lost (it may have been charged). */
  answerLost: z.boolean(),
  /** Hash of the words that `prompt` was written from (`rules/prompt-source.ts`); null where nobody has written one yet. */
  promptWordsHash: sha256Schema.nullable().default(null),
  /** Hash of the prompt that the clip was made from. */
  clipPromptHash: sha256Schema.nullable(),
  /** Facts about the clip, null until there is one. */
  sha256: sha256Schema.nullable(),
  mediaBytes: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Frames per second as a ratio, and how many frames the clip has. */
  fps: z.object({ num: z.number().int(), den: z.number().int() }).nullable(),
  frameCount: z.number().int().nullable(),
  hasAudio: z.boolean().nullable(),
  isDemo: z.boolean(),
  /** Of its sound, in decibels; the lowest is silence. */
  gainDb: z.number().min(limits.gainMinDb).max(limits.gainMaxDb),
  muted: z.boolean(),
  /** Of its sound alone, in seconds of the movie, from where it begins and to where it ends. */
  fadeInSeconds: z.number().min(0).max(limits.soundFadeMaxSeconds).default(0),
  fadeOutSeconds: z.number().min(0).max(limits.soundFadeMaxSeconds).default(0),
  transition: transitionSchema.nullable(),
  continueFromPrevious: z.boolean(),
  /** Whether it ends where the next scene begins; takes a first frame too, so only beside `continueFromPrevious`. */
  continueIntoNext: z.boolean().default(false),
  /** The scene that it was split from; null where it wasn't. Both then play parts of one clip. */
  splitFrom: idSchema.nullable().default(null),
  version: z.number().int(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Scene = z.infer<typeof sceneSchema>;

/** What a scene's row says about its clip, with the trims that were cut for it. */
export const sceneClipSchema = sceneSchema.pick({
  id: true,
  videoUrl: true,
  thumbnailUrl: true,
  clipPromptHash: true,
  sha256: true,
  mediaBytes: true,
  width: true,
  height: true,
  fps: true,
  frameCount: true,
  hasAudio: true,
  isDemo: true,
  trimStart: true,
  trimEnd: true,
});
export type SceneClip = z.infer<typeof sceneClipSchema>;
